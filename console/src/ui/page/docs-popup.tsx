import { type RefObject, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { type DocsLink, DocsLinks } from './docs-links.tsx'

type DocsPopupProps = {
  triggerRef: RefObject<HTMLElement | null>
  title: string
  summary: string
  links: DocsLink[]
  onClose: () => void
}

/** The popover of the book icon. Mounted only while it is open. */
export default function DocsPopup({ triggerRef, title, summary, links, onClose }: DocsPopupProps) {
  const titleId = useId()
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      offset={4}
      className="popup z-50 w-96 max-w-[calc(100vw-1rem)]"
    >
      <Dialog aria-labelledby={titleId} className="p-4 outline-none">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <p className="mt-1.5 text-sm text-text-muted">{summary}</p>
        <h3 className="mt-4 mb-1 text-sm font-semibold">Guides</h3>
        <DocsLinks links={links} />
      </Dialog>
    </Popover>
  )
}
