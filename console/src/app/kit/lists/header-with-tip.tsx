import type { ReactNode } from 'react'
import { Tip } from '../../../ui/tooltip.tsx'

/** A heading of a column with its explanation. No blank follows the text, which is the name of the column. */
export const HeaderWithTip = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    {text}
    <Tip>{children}</Tip>
  </span>
)
