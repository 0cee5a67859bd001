// Runs all checks from a fresh clone: generated files, types, lint, format, unit and database tests, and browser tests
// against the server and the preview. Ends with a one-line summary.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { ensureOpenssl } from './apt.ts'
import { ensureChromium } from './chromium.ts'
import { readPlaywright, readVitest, type Counts } from './test-reports.ts'

type Step = { name: string; command: string[]; report?: string; read?: (file: string) => Counts }

const reports = '.cache/test'
const only = process.argv.slice(2)
// The pinned Node is first in PATH, so every tool runs on it.
const env = { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` }

/** A check that passes or fails as a whole counts as one. */
const checks: Step[] = [
  { name: 'generated files', command: ['node', 'contract/scripts/generate.ts', '--check'] },
  { name: 'types', command: ['node', 'scripts/types.ts'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['oxfmt', '--check'] },
]

const suites: Step[] = [
  {
    name: 'unit',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports}/unit.json`,
    ],
    report: `${reports}/unit.json`,
    read: readVitest,
  },
  {
    name: 'browser',
    command: ['node', 'scripts/browser-tests.ts'],
    report: `${reports}/browser.json`,
    read: readPlaywright,
  },
]

function run({ name, command, report, read }: Step): Counts {
  console.log(`\n▶ ${name}`)
  const [program, ...args] = command as [string, ...string[]]
  const started = performance.now()
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit', env })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
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
const steps = [...checks, ...suites].filter((step) => only.length === 0 || only.includes(step.name))
if (steps.length === 0) {
  console.error(`No such suite; there are: ${[...checks, ...suites].map((step) => step.name).join(', ')}`)
  process.exit(2)
}
if (steps.some((step) => step.name === 'unit')) ensureOpenssl()
if (steps.some((step) => step.name === 'browser')) ensureChromium()
const counts = steps.map(run)
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`)
const sum = (key: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') > 0 ? 1 : 0
