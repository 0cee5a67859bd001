import { type ComponentPropsWithRef, type ReactNode, type RefObject, useRef, useState } from 'react'
import { isCut, useWidth } from '../format/truncated-text.tsx'
import { Tooltip } from '../tooltip.tsx'

const STYLE = 'link-cell inline-block max-w-full truncate align-bottom'

/** Shows the whole name in a tooltip when it is truncated. */
function useCutTip(element: RefObject<HTMLElement | null>, text: string): ReactNode {
  const [cut, setCut] = useState(false)
  useWidth(element, () => setCut(isCut(element.current)))
  return cut && text
}

type NameAnchorProps = Omit<ComponentPropsWithRef<'a'>, 'children'> & { children?: string }

/** The name in the first cell of a row, as a link that fills the cell. */
export function NameAnchor({ children = '', ref, ...rest }: NameAnchorProps) {
  const anchor = useRef<HTMLAnchorElement>(null)
  const tip = useCutTip(anchor, children)
  return (
    <Tooltip content={tip} namesChild>
      <a
        {...rest}
        ref={(element) => {
          anchor.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        className={STYLE}
      >
        {children}
      </a>
    </Tooltip>
  )
}

/** The same for a panel that has no URL of its own. */
export function NameButton({ children, onPress }: { children: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const tip = useCutTip(button, children)
  return (
    <Tooltip content={tip} namesChild>
      <button ref={button} type="button" className={STYLE} onClick={onPress}>
        {children}
      </button>
    </Tooltip>
  )
}
