/** Returns why the server refused a sign-in through an identity provider, from the page, as a sentence; or null. */
export function refusalOfPage(page: Document = document): string | null {
  const reason = page.querySelector<HTMLMetaElement>('meta[name="granary-sign-in-refused"]')?.content
  return reason ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : null
}
