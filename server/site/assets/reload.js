// Under `make dev` alone: a page is loaded again when the code has changed. Entity tags change with it.
if (RELOADS) {
  let tag = null;
  setInterval(async () => {
    const answer = await fetch('/en/about', {method: 'HEAD', cache: 'no-store'}).catch(() => null);
    const now = answer?.headers.get('ETag') ?? tag;
    if (tag !== null && now !== tag) location.reload();
    tag = now;
  }, 500);
}
