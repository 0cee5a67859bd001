// `npm run bench`, or `npm run bench -- server` (`creates`, `bare`, `starts`, `streams`, `console`, `upload`, `explainer`, `allocation`, `metrics`, `pictures`) for one part: measures and prints the figures.
// Without a part, writes them to bench/RESULTS.md too.
import { cpus, totalmem } from 'node:os'
import { writeFileSync } from 'node:fs'
import { measureAllocation } from './allocation.ts'
import { measureAgainstBare } from './against-bare.ts'
import { measureConsole } from './console.ts'
import { measureCreates } from './creates.ts'
import { measureExplainer } from './explainer.ts'
import { measureManyStarts } from './many-starts.ts'
import { measureServer } from './server.ts'
import { measureStreams } from './streams.ts'
import { measureMetrics } from './metrics.ts'
import type { Section } from './report.ts'
import { measurePictures } from './pictures.ts'
import { toMarkdown } from './report.ts'
import { measureUpload } from './upload.ts'

const requestedPart = process.argv[2]
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
  metrics: measureMetrics,
  pictures: measurePictures,
}
for (const [name, measure] of Object.entries(parts))
  if (!requestedPart || requestedPart === name) sections.push(...(await measure()))

const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
const text = toMarkdown(`Measured on ${machine}, ${new Date().toISOString().slice(0, 10)}.`, sections)
console.log(text)
if (!requestedPart) writeFileSync('bench/RESULTS.md', text)
