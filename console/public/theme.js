// Runs before the first paint, so that a dark room stays dark. Kept apart from the page because the content security policy
// allows no inline script.
;(() => {
  let theme = 'system'
  try {
    theme = JSON.parse(localStorage.getItem('theme-preference')).state.theme
  } catch {}
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const alwaysDark = /^\/(login|device)(\/|$)/.test(location.pathname)
  document.documentElement.dataset.theme = dark || alwaysDark ? 'dark' : 'light'
})()
