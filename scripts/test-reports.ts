// Reads the reports of the test runners: how many tests passed, and which failed and why.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** `failures` names the failed tests: CI keeps the end of the output, so they are listed there. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function readVitest(file: string): Counts {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((file) => vitestFailures(file)),
  }
}

function vitestFailures({ name, status, message, assertionResults }: VitestReport['testResults'][number]) {
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => describeFailure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')))
  // A file that could not be loaded has no tests.
  return failed.length === 0 && status === 'failed' ? [describeFailure(name, message)] : failed
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    file: string
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}

export function readPlaywright(file: string): Counts {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => playwrightFailures(suite)),
  }
}

const playwrightFailures = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results)
      const errors = results.flatMap((result) => result.errors.map(({ message = '' }) => message))
      return describeFailure(`${file} › ${title}`, errors.join('\n'))
    }),
  ...suites.flatMap((suite) => playwrightFailures(suite)),
]

/** The first lines of a failure, without colors. */
const describeFailure = (test: string, message: string) =>
  [test, ...stripVTControlCharacters(message).trim().split('\n').slice(0, 16)].join('\n    ')
