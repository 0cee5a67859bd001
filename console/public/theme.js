// Runs before the first paint, so that the page never flashes in the wrong theme. A file of its own because the content
// security policy allows no inline script. Has the same default as src/ui/theme.ts.
;(() => {
  let theme
  try {
    theme = JSON.parse(localStorage.getItem('theme-preference')).state.theme
  } catch {}
  const dark =
    theme === 'light' ? false : theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : true
  const alwaysDark = /^\/(login|device)(\/|$)/.test(location.pathname)
  document.documentElement.dataset.theme = dark || alwaysDark ? 'dark' : 'light'
  // The console itself would say so, but code that hangs never runs.
  setTimeout(() => {
    const root = document.getElementById('root')
    if (root?.firstChild === null)
      root.innerHTML = '<p style="padding:2rem">The console is still loading. <a href="">Reload page</a></p>'
  }, 8000)
})()
