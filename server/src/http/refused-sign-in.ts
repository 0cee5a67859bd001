/**
 * Shows a browser in the console why sign-in failed. The answer to an identity provider's post is a page at the address
 * of the post, and carries the reason in a meta tag that the console reads.
 * @param refusal the control plane's answer.
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
