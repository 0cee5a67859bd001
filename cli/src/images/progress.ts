import { formatBytes } from '@granary/domain/numbers.ts'
import { durationWords, secondsLeft, speedOf } from '@granary/domain/transfer.ts'
import { type StepState, UPLOAD_STEPS } from '@granary/image-upload/steps.ts'
import type { UploadState } from '@granary/image-upload/upload-state.ts'
import type { Output } from '../target.ts'

/** Refresh interval of the line, in milliseconds. */
const REDRAW_INTERVAL_MS = 200
const CLEANUP_TEXT = 'Deleting the temporary disk and snapshot …'
const CLEAR_LINE = '\r\u001b[K'

/** Maximum width of the text, so that the figures after it fit into 80 columns. */
const shortened = (name: string): string =>
  name.length <= 24 ? name : `${name.slice(0, 11)}…${name.slice(-12)}`

/** Returns the current activity of an upload, in one line. */
function progressLine(name: string, state: UploadState): string {
  const { processed, total, samples, trouble, phase, steps } = state
  if (phase === 'cleaning') return CLEANUP_TEXT
  const step = UPLOAD_STEPS.find(({ id }) => steps[id] === 'running')
  const waiting = trouble ? `${trouble.text} Retrying.` : null
  if (step?.id !== 'chunks') return waiting ?? (step ? `${step.label} …` : '')
  const percent = total === 0 ? 100 : Math.floor((processed / total) * 100)
  const speed = speedOf(samples)
  const left = secondsLeft(total, processed, speed)
  const pace = speed === null ? [] : [`${formatBytes(Math.round(speed), { padded: true })}/s`]
  const rest = left === null ? [] : [`${durationWords(left)} left`]
  const padded = { padded: true }
  return [
    shortened(name),
    `${percent} %`,
    `${formatBytes(processed, padded)} / ${formatBytes(total, padded)}`,
    ...(waiting ? [waiting] : [...pace, ...rest]),
  ].join('  ')
}

/**
 * Shows the progress of an upload: on a terminal, one line that is refreshed. Otherwise only a lost connection, its
 * return, and the cleanup.
 * @param quiet shows nothing, because a program reads the output.
 */
export function followProgress({
  err,
  name,
  quiet,
  clock,
}: {
  err: Output
  name: string
  quiet: boolean
  /** Milliseconds. */
  clock: () => number
}) {
  let drawn = -Infinity
  let trouble: UploadState['trouble'] = null
  let chunks: StepState | null = null
  let last = ''
  const onTerminal = (state: UploadState) => {
    // Figures are refreshed regularly, other changes immediately.
    const same = state.trouble === trouble && state.steps.chunks === chunks
    if (same && chunks === 'running' && clock() - drawn < REDRAW_INTERVAL_MS) return
    ;[drawn, trouble, chunks] = [clock(), state.trouble, state.steps.chunks]
    const line = progressLine(name, state).slice(0, Math.max(10, (err.columns ?? 80) - 1))
    if (line !== last) err.write(CLEAR_LINE + line)
    last = line
  }
  const inLog = (state: UploadState) => {
    if (state.trouble !== null && trouble === null) err.write(`${state.trouble.text} Waiting.\n`)
    if (state.trouble === null && trouble?.kind === 'connection' && state.phase === 'running')
      err.write('Connected again.\n')
    if (state.phase === 'cleaning' && last === '') err.write(`${CLEANUP_TEXT}\n`)
    if (state.phase === 'cleaning') last = CLEANUP_TEXT
    trouble = state.trouble
  }
  return {
    show: quiet ? () => {} : err.isTTY ? onTerminal : inLog,
    /** Clears the line for other output. */
    end: () => void (last !== '' && err.isTTY && err.write(CLEAR_LINE)),
  }
}
