import type { ReactNode } from 'react'
import { PlainLink } from '../navigation.tsx'
import { Tooltip } from '../tooltip.tsx'

const STYLE = 'link-cell inline-block max-w-full truncate align-bottom'

/** The name in the first cell of a row, as a link that fills the cell. Shows a truncated name in a tooltip. */
export const NameAnchor = ({ href, children }: { href: string; children: ReactNode }) => (
  <Tooltip content={children} namesChild onlyIfCut>
    <PlainLink href={href} className={STYLE}>
      {children}
    </PlainLink>
  </Tooltip>
)

/** The same for a panel that has no URL of its own. */
export const NameButton = ({ children, onPress }: { children: string; onPress: () => void }) => (
  <Tooltip content={children} namesChild onlyIfCut>
    <button type="button" className={STYLE} onClick={onPress}>
      {children}
    </button>
  </Tooltip>
)
