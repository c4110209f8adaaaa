// Pages are the same for everybody: that somebody is signed in is said by a cookie, which proves nothing.
if (/(^|; )signed_in=1(;|$)/.test(document.cookie))
  for (const link of document.querySelectorAll('[data-signed-in]')) link.textContent = link.dataset.signedIn;
