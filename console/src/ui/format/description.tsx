import { Missing } from './missing.tsx'
import { TruncatedText } from './truncated-text.tsx'

/** A description in a cell: at most 24 rem of it, the rest in a tooltip; a dash when there is none. */
export const Description = ({ text }: { text: string | null | undefined }) =>
  text ? <TruncatedText text={text} maxWidth="24rem" className="text-text-muted" /> : <Missing />
