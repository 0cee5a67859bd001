// `npm run bench`, or `npm run bench -- server` (`creates`, `bare`, `starts`, `streams`, `console`, `upload`, `explainer`, `allocation`, `million`, `fast-motion`, `fast-motion-postgres`, `metrics`, `pictures`, `visits`, `fairness`) for one part: measures and prints the figures.
// Without a part, writes them to bench/RESULTS.md too; with `--save` after the part, replaces its sections there.
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
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
import { measureMetrics } from './metrics.ts'
import { measureMillion } from './million.ts'
import { measurePictures } from './pictures.ts'
import { type Section, toMarkdown, withSections } from './report.ts'
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
}
for (const [name, measure] of Object.entries(parts))
  if (!requestedPart || requestedPart === name) sections.push(...(await measure()))

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
const measured = `Measured on ${machine}, ${new Date().toISOString().slice(0, 10)}.`
const text = toMarkdown(measured, sections)
console.log(text)
if (!requestedPart) save(text)
else if (option === '--save') save(withSections(readFileSync(RESULTS, 'utf8'), measured, sections))

/** Writes the report in the project's format, since the tests check that of every file. */
function save(report: string): void {
  writeFileSync(RESULTS, report)
  execFileSync('node_modules/.bin/oxfmt', [RESULTS], { stdio: 'inherit' })
}
