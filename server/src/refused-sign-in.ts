/**
 * Shows a browser in the console why it could not sign in: what an identity provider posts is answered with a page, which
 * is at the very address that was posted to. The reason stands in the page as the console looks for it.
 * @param refusal what the control plane says.
 * @param page the console's page, not compressed.
 */
export async function refusedSignIn(refusal: Response, page: Response): Promise<Response> {
  const { message } = (await refusal.json()) as { message: string }
  const reason = `<meta name="granary-sign-in-refused" content="${escaped(message)}">`
  const html = (await page.text()).replace(/<title>|<\/head>|$/, (place) => reason + place)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status: refusal.status, headers })
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
