import type { RefObject } from 'react'
import type { Mistake } from './query-mistake.ts'

type MarksProps = {
  text: string
  mistake: Mistake | null
  /** An index in the text, whose place the caller measures. */
  anchorAt: number
  anchor: RefObject<HTMLSpanElement | null>
}

/** The layer of an editor that underlines a mistake. Its text is invisible and has the places of the text below. */
export function Marks({ text, mistake, anchorAt, anchor }: MarksProps) {
  // The mark may be on the end of the text or of a line.
  const padded = `${text} `
  const cuts = [0, anchorAt, ...(mistake ? [mistake.from, mistake.to] : []), padded.length]
  const edges = [...new Set(cuts)].toSorted((one, other) => one - other)
  return edges.slice(0, -1).map((from, at) => {
    const part = padded.slice(from, edges[at + 1])
    const isWrong = mistake !== null && mistake.from <= from && from < mistake.to
    return (
      <span key={from} ref={from === anchorAt ? anchor : undefined} data-mistake={isWrong ? '' : undefined}>
        {part}
      </span>
    )
  })
}
