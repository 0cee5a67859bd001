import { formatBytes } from '@granary/domain/numbers.ts'
import { durationWords, secondsLeft, speedOf } from '@granary/domain/transfer.ts'
import { type StepState, UPLOAD_STEPS } from '@granary/image-upload/steps.ts'
import type { UploadState } from '@granary/image-upload/upload-state.ts'
import type { Output } from '../target.ts'

/** A line is drawn anew so often, in milliseconds. */
const REDRAW = 200
const CLEANING = 'Taking away what was made for the upload …'
const CLEAR = '\r\u001b[K'

/** The numbers behind it are to have room on a line of 80. */
const shortened = (name: string): string =>
  name.length <= 24 ? name : `${name.slice(0, 11)}…${name.slice(-12)}`

/** What an upload does at the moment, in one line. */
function progressLine(name: string, state: UploadState): string {
  const { processed, total, samples, trouble, phase, steps } = state
  if (phase === 'cleaning') return CLEANING
  const step = UPLOAD_STEPS.find(({ id }) => steps[id] === 'running')
  const waiting = trouble ? `${trouble.text} It goes on by itself.` : null
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
 * Shows an upload to people: one line that changes on a terminal; elsewhere only that the server is gone and is there again, and that it cleans up.
 * @param quiet says nothing at all: whoever reads is a program.
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
    // What changes by itself is drawn from time to time, what people wait to see at once.
    const same = state.trouble === trouble && state.steps.chunks === chunks
    if (same && chunks === 'running' && clock() - drawn < REDRAW) return
    ;[drawn, trouble, chunks] = [clock(), state.trouble, state.steps.chunks]
    const line = progressLine(name, state).slice(0, Math.max(10, (err.columns ?? 80) - 1))
    if (line !== last) err.write(CLEAR + line)
    last = line
  }
  const inLog = (state: UploadState) => {
    if (state.trouble !== null && trouble === null) err.write(`${state.trouble.text} It is waited for.\n`)
    if (state.trouble === null && trouble?.kind === 'connection' && state.phase === 'running')
      err.write('There is an answer again.\n')
    if (state.phase === 'cleaning' && last === '') err.write(`${CLEANING}\n`)
    if (state.phase === 'cleaning') last = CLEANING
    trouble = state.trouble
  }
  return {
    show: quiet ? () => {} : err.isTTY ? onTerminal : inLog,
    /** The line is free for something else. */
    end: () => void (last !== '' && err.isTTY && err.write(CLEAR)),
  }
}
