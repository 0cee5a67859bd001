import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../button.tsx'
import { hideOthers } from './hide-others.ts'
import { useEscapeWithoutFocus } from './use-escape-without-focus.ts'

type OverlayFrameProps = {
  titleId: string
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
  scrimClass: string
  boxClass: string
  /** Head, body, footer. The cross comes after them so that it isn't focused first. */
  children: ReactNode
}

/** Parts that aren't the purpose of a dialog: copy buttons, notices, failures beside the data, properties, listings, and links to the docs. */
const ASIDE = '[data-copies], [data-variant] *, [data-beside] *, dl *, pre, [data-docs] *'

/** Selects controls that can take the focus when a dialog opens. */
const TABBABLE = [
  `a[href]:not(${ASIDE})`,
  `button:not(:disabled, ${ASIDE})`,
  'input:not(:disabled, [type=hidden])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  `[tabindex="0"]:not(${ASIDE})`,
].join(', ')

const TOGGLE = '[type=checkbox], [type=radio]'

/** Selects what takes text, or a choice of a list. */
const FIELD = [
  `input:not(:disabled, [type=hidden], ${TOGGLE})`,
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  `[aria-haspopup=listbox]:not(:disabled, ${ASIDE})`,
].join(', ')

/** Returns the first control. A checkbox or radio gives way to the field after it, because a typed space would change it. */
function firstControl(box: HTMLElement): HTMLElement | null {
  const first = box.querySelector<HTMLElement>(TABBABLE)
  return first?.matches(TOGGLE) ? (box.querySelector<HTMLElement>(FIELD) ?? first) : first
}

/** Whether an element is in a list or menu. One that is closing is still pressed, but it is no open overlay any more. */
const isInPopup = (element: Element): boolean => element.closest('.popup') !== null

/**
 * The base of every dialog and panel: scrim, focus trap with return to the opener, a locked and hidden page behind, and
 * closing by Escape, by a press outside and by the cross.
 */
export default function OverlayFrame({
  titleId,
  role,
  onClose,
  scrimClass,
  boxClass,
  children,
}: OverlayFrameProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      shouldCloseOnInteractOutside={(element) => !isInPopup(element)}
      onOpenChange={(open) => !open && onClose()}
      className={`fixed inset-0 bg-scrim ${scrimClass}`}
    >
      <Modal className={boxClass}>
        <AriaDialog
          role={role}
          aria-labelledby={titleId}
          className="relative flex max-h-[inherit] min-h-0 min-w-0 grow flex-col outline-none"
        >
          <Contents onClose={onClose}>{children}</Contents>
          <div className="absolute top-2.5 right-2.5">
            <IconButton label="Close" onPress={onClose} tooltip={false}>
              <X className="size-4" aria-hidden />
            </IconButton>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Contents({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEscapeWithoutFocus(box, onClose)
  useEffect(() => hideOthers(box.current), [])
  useLayoutEffect(() => {
    if (box.current?.contains(document.activeElement)) return
    if (box.current) firstControl(box.current)?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  )
}
