import type { RunningServer } from './server.ts'

/** Returns the text that a started server prints. */
export function greeting({ url, first }: Pick<RunningServer, 'url' | 'first'>): string {
  const address = `Granary is at ${url}`
  if (first.did === 'load') return `${address}\n\n  The data set ${first.file} was loaded.\n`
  if (first.did === 'nothing') return address
  const lines = [
    'Sign in as the first administrator:',
    `  silo      main`,
    `  user      ${first.user}`,
    `  password  ${first.password ?? 'as given in GRANARY_ADMIN_PASSWORD'}`,
  ]
  if (first.password)
    lines.push(
      '',
      'The password is shown this once. To choose one instead, give it in GRANARY_ADMIN_PASSWORD when the',
      'server starts on an empty data folder.',
    )
  return `${address}\n\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n`
}
