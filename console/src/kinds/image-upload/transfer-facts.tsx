import { formatBytes } from '@granary/domain/numbers.ts'
import { durationWords, secondsLeft, speedOf } from '@granary/domain/transfer.ts'
import type { UploadState } from '@granary/image-upload/upload-state.ts'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'

/** Shows progress, speed and remaining time of an upload. */
export function TransferFacts({ state, fileName }: { state: UploadState; fileName: string }) {
  const { processed, total, skipped, paused, trouble, samples, goesOn } = state
  const percent = total === 0 ? 0 : Math.round((processed / total) * 100)
  const speed = speedOf(samples)
  const left = secondsLeft(total, processed, speed)
  const pace =
    speed === null || trouble || processed >= total
      ? null
      : `${formatBytes(Math.round(speed), { padded: true })}/s${left === null ? '' : `, ${durationWords(left)} left`}`
  return (
    <div className="mt-2 flex flex-col gap-2 rounded border border-border bg-surface-raised px-3 py-2.5 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <MiddleTruncatedText text={fileName} className="font-medium" />
        <span className="shrink-0 tabular-nums">{percent}%</span>
      </div>
      <ProgressBar label="Upload progress" percent={percent} />
      <div className="flex flex-wrap justify-between gap-x-3 text-text-muted tabular-nums">
        <span>
          {formatBytes(processed, { padded: true })} / {formatBytes(total, { padded: true })}
        </span>
        <span>{paused ? 'Paused' : trouble ? 'Waiting' : pace}</span>
      </div>
      {skipped > 0 && (
        <p className="text-text-muted tabular-nums">
          {formatBytes(skipped)}
          {goesOn
            ? ' was already there or is all zeros, and did not have to be sent.'
            : ' of zeros did not have to be sent.'}
        </p>
      )}
    </div>
  )
}
