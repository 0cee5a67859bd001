// `npm run bench`, or `npm run bench -- server` (`creates`, `bare`, `starts`, `streams`, `console`, `upload`, `explainer`, `allocation`, `million`, `fast-motion`, `fast-motion-postgres`, `metrics`, `pictures`, `visits`, `fairness`, `turns`, `alerts`, `machines`) for one part: measures and prints the figures.
// Without a part, all but those that take more than half an hour, which `npm run bench:long` measures; both replace their sections in
// bench/RESULTS.md. One part does so with `--save` after it.
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
import { measureAlerts } from './alerts/alerts.ts'
import { measureAllocation } from './allocation.ts'
import { measureAgainstBare } from './against-bare.ts'
import { measureConsole } from './console.ts'
import { measureCreates } from './creates.ts'
import { measureFastMotion, measureFastMotionOnPostgres } from './fast-motion/fast-motion.ts'
import { measureFairness } from './fairness/fairness.ts'
import { measureFirstVisits } from './first-visits.ts'
import { measureExplainer } from './explainer.ts'
import { measureManyStarts } from './many-starts.ts'
import { measureServer } from './server.ts'
import { measureStreams } from './streams.ts'
import { measureMachines } from './machines/machines.ts'
import { measureMetrics } from './metrics.ts'
import { measureMillion } from './million.ts'
import { measurePictures } from './pictures.ts'
import { type Section, toMarkdown, withSections } from './report.ts'
import { measureLongestTurns } from './turns/longest-turns.ts'
import { measureUpload } from './upload.ts'

const RESULTS = 'bench/RESULTS.md'
const [requestedPart, option] = process.argv.slice(2)
const sections: Section[] = []
const parts = {
  server: measureServer,
  creates: measureCreates,
  bare: measureAgainstBare,
  starts: measureManyStarts,
  streams: measureStreams,
  console: measureConsole,
  upload: measureUpload,
  explainer: measureExplainer,
  allocation: measureAllocation,
  million: measureMillion,
  'fast-motion': measureFastMotion,
  'fast-motion-postgres': measureFastMotionOnPostgres,
  metrics: measureMetrics,
  pictures: measurePictures,
  visits: measureFirstVisits,
  fairness: measureFairness,
  turns: measureLongestTurns,
  alerts: measureAlerts,
  machines: measureMachines,
}
/** Parts that play hours at a faster clock. */
const LONG = new Set(['fast-motion', 'fast-motion-postgres'])
const isRequested = (name: string): boolean =>
  requestedPart === undefined || requestedPart === 'long'
    ? LONG.has(name) === (requestedPart === 'long')
    : requestedPart === name
for (const [name, measure] of Object.entries(parts)) {
  if (!isRequested(name)) continue
  const started = performance.now()
  const measuredNow = await measure()
  sections.push(...measuredNow)
  // At once, as a later part that fails ends the run.
  console.log(toMarkdown(`${name}, ${Math.round((performance.now() - started) / 1000)} s`, measuredNow))
}

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
const measured = `Measured on ${machine}, ${new Date().toISOString().slice(0, 10)}.`
if (!requestedPart || requestedPart === 'long' || option === '--save') {
  writeFileSync(RESULTS, withSections(readFileSync(RESULTS, 'utf8'), measured, sections))
  // The tests check the format of every file.
  execFileSync('node_modules/.bin/oxfmt', [RESULTS], { stdio: 'inherit' })
}
