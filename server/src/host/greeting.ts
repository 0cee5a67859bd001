import type { RunningServer } from '../server.ts'

type Started = Pick<RunningServer, 'url' | 'first' | 'driverSelection'>

/** Returns the text that a started server prints. */
export function greeting({ url, first, driverSelection }: Started): string {
  const address = [`Granary is at ${url}`, ...missingSentences(driverSelection)].join('\n')
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

/** Returns what this computer lacks to run real machines, where it therefore simulates them. */
function missingSentences({ driver, candidates }: Started['driverSelection']): string[] {
  const missing = candidates.flatMap((candidate) => candidate.missing)
  if (driver !== 'simulated' || missing.length === 0) return []
  const lines = ['Machines are simulated. To run real ones, this computer needs something more:', ...missing]
  return ['', ...lines.map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`))]
}
