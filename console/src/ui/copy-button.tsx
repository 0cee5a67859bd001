import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { use, useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Subject } from './subject.ts'

/** Milliseconds for which a copy control shows "Copied". */
export const COPIED_FEEDBACK_MS = 2000

/** Copies, and is `copied` for two seconds afterwards. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return undefined
    const timer = setTimeout(() => setCopiedAt(null), COPIED_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = () => void copyText(text).then((done) => done && setCopiedAt(Date.now()))
  return { copied: copiedAt !== null, copy }
}

/** A small button that copies a text: 'Click to copy', and 'Copied' with a check for two seconds. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { copied, copy } = useCopy(text)
  const subject = use(Subject)
  const Icon = copied ? Check : Copy
  return (
    <IconButton
      label={copied ? 'Copied' : 'Click to copy'}
      aria-description={subject}
      onPress={copy}
      data-copies=""
      className={className ?? 'z-1 size-6'}
    >
      <Icon className={copied ? 'size-3.5 text-positive' : 'size-3.5'} aria-hidden />
    </IconButton>
  )
}
