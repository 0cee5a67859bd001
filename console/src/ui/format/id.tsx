import { CopyButton } from '../copy-button.tsx'
import { MiddleTruncatedText } from './middle-truncated-text.tsx'

/** An id or an address in mono: shortened in the middle where space is short, with a button that copies the whole. */
export const Id = ({ id, maxWidth = '12rem' }: { id: string; maxWidth?: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1">
    <MiddleTruncatedText text={id} maxWidth={maxWidth} className="font-mono text-xs" />
    <CopyButton text={id} className="relative z-1 size-6" />
  </span>
)
