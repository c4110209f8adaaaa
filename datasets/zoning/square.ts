/** A geometry for the examples of sources: without one a row is no zone. */
export const SQUARE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [-100, 50],
      [-99.99, 50],
      [-99.99, 50.01],
      [-100, 50.01],
      [-100, 50],
    ],
  ],
});
