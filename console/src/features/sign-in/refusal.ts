/** What the server has written into the page when it refused a sign-in at an identity provider, as a sentence; or null. */
export function refusalOfPage(page: Document = document): string | null {
  const reason = page.querySelector<HTMLMetaElement>('meta[name="granary-sign-in-refused"]')?.content
  return reason ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : null
}
