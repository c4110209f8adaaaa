// A new build came while the page was open: a quiet line offers to refresh. Entity tags begin with the build.
export const tellNewer = (answer) => {
  const tag = answer.headers.get('ETag')?.replace(/^(W\/)?"/, '');
  const build = document.body.dataset.build;
  if (!tag || !build || tag.startsWith(`${build}-`) || document.querySelector('.fresh')) return;
  document.getElementById('main').before(document.getElementById('newer').content.cloneNode(true));
};

// Whoever comes back to a page after a while is told, too.
let lastAsked = Date.now();
document.addEventListener('visibilitychange', async () => {
  if (document.hidden || !document.body.dataset.build || Date.now() - lastAsked < 60_000) return;
  lastAsked = Date.now();
  const answer = await fetch(location.href, {method: 'HEAD', cache: 'no-store'}).catch(() => null);
  if (answer?.ok) tellNewer(answer);
});
