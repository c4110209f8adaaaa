/** The view of results. */
