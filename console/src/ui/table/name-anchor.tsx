import type { ReactNode } from 'react'
import { PlainLink } from '../navigation.tsx'
import { useTooltip } from '../use-tooltip.tsx'

const STYLE = 'link-cell inline-block max-w-full truncate align-bottom'

/** Without the wrapper of a `Tooltip`, because every row has a name. */
const useWholeName = (name: ReactNode) => useTooltip(name, { namesChild: true, onlyIfCut: true })

/** The name in the first cell of a row, as a link that fills the cell. Shows a truncated name in a tooltip. */
export function NameAnchor({ href, children }: { href: string; children: ReactNode }) {
  const { handlers, element } = useWholeName(children)
  return (
    <>
      <PlainLink href={href} className={STYLE} {...handlers}>
        {children}
      </PlainLink>
      {element}
    </>
  )
}

/** The same for a panel that has no URL of its own. */
export function NameButton({ children, onPress }: { children: string; onPress: () => void }) {
  const { handlers, element } = useWholeName(children)
  return (
    <>
      <button type="button" className={STYLE} onClick={onPress} {...handlers}>
        {children}
      </button>
      {element}
    </>
  )
}
