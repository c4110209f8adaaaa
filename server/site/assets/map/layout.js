/**
 * Lays the page out for the map before it is painted, so that nothing moves when the script of the map has
 * come.
 */
{
  const {classList} = document.documentElement;
  classList.add('map-on');
  // Where that script does not come, the municipalities are shown instead.
  const onError = ({target}) => {
    if (target instanceof HTMLScriptElement) classList.remove('map-on');
  };
  addEventListener('error', onError, true);
}
