import BookOpen from 'lucide-react/icons/book-open'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { IconButton } from '../button.tsx'
import type { DocsLink } from './docs-links.tsx'

const load = () => import('./docs-popup.tsx')
const DocsPopup = lazyPart(load)

type DocsPopoverProps = {
  /** As in 'Learn about instances'. */
  topic: string
  summary: string
  links: DocsLink[]
}

/** A book icon in the head of a page, which opens a summary and links to the documentation. */
export function DocsPopover({ topic, summary, links }: DocsPopoverProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = `Learn about ${topic}`
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onPress={() => setOpen(!open)}
      >
        <BookOpen className="size-4" aria-hidden />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <DocsPopup
            triggerRef={button}
            title={label}
            summary={summary}
            links={links}
            onClose={() => {
              setOpen(false)
              button.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
