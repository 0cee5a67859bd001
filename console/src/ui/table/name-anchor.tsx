import type { ComponentPropsWithRef } from 'react'
import { Tooltip } from '../tooltip.tsx'

const STYLE = 'link-cell inline-block max-w-full truncate align-bottom'

type NameAnchorProps = Omit<ComponentPropsWithRef<'a'>, 'children'> & { children?: string }

/** The name in the first cell of a row, as a link that fills the cell. Shows a truncated name in a tooltip. */
export const NameAnchor = ({ children = '', ...rest }: NameAnchorProps) => (
  <Tooltip content={children} namesChild onlyIfCut>
    <a {...rest} className={STYLE}>
      {children}
    </a>
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
