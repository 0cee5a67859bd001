// Runs all checks from a fresh clone: generated files, types, lint, format, unit and database tests, tests of real machines, and
// browser tests against the server and the preview. Ends with a one-line summary.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { ensureNginx, ensureOpenssl, ensureQemu, ensureXz } from './apt.ts'
import { ensureChromium } from './chromium.ts'
import { readPlaywright, readVitest, type Counts } from './test-reports.ts'
import { ONE_THREAD } from './type-checker.ts'

type Step = {
  name: string
  command: string[]
  env?: NodeJS.ProcessEnv
  report?: string
  read?: (file: string) => Counts
  /** Returns why this computer can't run the step, or null. */
  lacks?: () => Promise<string | null>
}

const reports = '.cache/test'
const only = process.argv.slice(2)
// The pinned Node is first in PATH, so every tool runs on it.
const env = { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` }

/** They run beside each other. A check that passes or fails as a whole counts as one. */
const checks: Step[] = [
  { name: 'generated files', command: ['node', 'contract/scripts/generate.ts', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], env: ONE_THREAD },
  { name: 'types', command: ['node', 'scripts/types.ts'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'request path', command: ['node', 'scripts/request-path.ts'] },
]

const vitest = (name: string, project: string): Step => ({
  name,
  command: [
    'vitest',
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${name}.json`,
  ],
  report: `${reports}/${name}.json`,
  read: readVitest,
})

/** They run one after another, as each uses all cores. */
const suites: Step[] = [
  vitest('unit', '!machines'),
  { ...vitest('machines', 'machines'), lacks: ensureQemu },
  {
    name: 'browser',
    command: ['node', 'scripts/browser-tests.ts'],
    report: `${reports}/browser.json`,
    read: readPlaywright,
  },
]

/** What each step took, for the summary. */
const times: string[] = []

/** Runs a step. @param beside whether others run at the same time: its output is then shown in one piece, at its end. */
async function run(
  { name, command, report, read, lacks, env: more }: Step,
  beside: boolean,
): Promise<Counts> {
  const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (!beside) console.log(`\n▶ ${name}`)
  const missing = (await lacks?.()) ?? null
  if (missing !== null) {
    times.push(`${name} skipped`)
    console.log(`- ${name} is skipped. ${missing}`)
    return { ...none, skipped: 1 }
  }
  const [program, ...args] = command as [string, ...string[]]
  const started = performance.now()
  const child = spawn(`node_modules/.bin/${program}`, args, {
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...env, ...more },
  })
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  times.push(`${name} ${seconds}`)
  if (beside) process.stdout.write(`\n▶ ${name}\n${output}`)
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds})`)
  const counted = report && read && existsSync(report) ? read(report) : none
  if (!report) return status === 0 ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [name] }
  // A failed run without a failed test (it could not start, or found no tests) is still a failure.
  const empty = counted.passed + counted.failed === 0
  return (status !== 0 && counted.failed === 0) || empty
    ? {
        ...counted,
        failed: counted.failed + 1,
        failures: [...counted.failures, `${name} ended with status ${status}`],
      }
    : counted
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const asked = (all: Step[]) => all.filter((step) => only.length === 0 || only.includes(step.name))
const steps = asked([...checks, ...suites])
if (steps.length === 0) {
  console.error(`No such suite; there are: ${[...checks, ...suites].map((step) => step.name).join(', ')}`)
  process.exit(2)
}
if (steps.some((step) => step.name === 'unit')) {
  ensureOpenssl()
  ensureNginx()
  ensureXz()
}
if (steps.some((step) => step.name === 'browser')) ensureChromium()
const counts = await Promise.all(asked(checks).map((step) => run(step, true)))
for (const step of asked(suites)) counts.push(await run(step, false))
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`)
const sum = (key: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${times.join(', ')}; together ${Math.round(performance.now() / 1000)} s`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') > 0 ? 1 : 0
