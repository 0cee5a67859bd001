/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native list holds groups of links that a field moves along */
import { useEffect, useRef } from 'react'
import { isPlainClick } from '../../ui/navigation.tsx'
import type { Match } from './match.ts'

type PaletteListProps = { found: Match[]; selected: number; listId: string; onRun: (match: Match) => void }

/** Actions and destinations in groups. The field above handles the keys. */
export function PaletteList({ found, selected, listId, onRun }: PaletteListProps) {
  const groups = [...Map.groupBy(found, (match) => match.group)]
  return (
    <div id={listId} role="listbox" aria-label="Quick actions" className="max-h-96 overflow-y-auto p-2">
      {groups.map(([group, items]) => (
        <div key={group} role="group" aria-label={group}>
          <h3
            role="presentation"
            className="sticky -top-2 bg-surface-raised px-2 pt-2 pb-1 text-xs font-medium text-text-muted"
          >
            {group}
          </h3>
          {items.map((match) => {
            const at = found.indexOf(match)
            return (
              <Option
                key={at}
                id={`${listId}-${at}`}
                match={match}
                selected={at === selected}
                onRun={() => onRun(match)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; match: Match; selected: boolean; onRun: () => void }

/** A destination is a real link, so that it can be opened in another tab. */
function Option({ id, match, selected, onRun }: OptionProps) {
  const option = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <a
      ref={option}
      id={id}
      role="option"
      aria-selected={selected}
      href={match.href}
      tabIndex={-1}
      onClick={(event) => {
        if (match.href && !isPlainClick(event)) return
        event.preventDefault()
        onRun()
      }}
      className="block cursor-pointer scroll-mt-8 truncate rounded px-2 py-1.5 text-sm hover:bg-surface-hover aria-selected:bg-surface-selected aria-selected:font-medium"
    >
      {match.label}
      {match.detail && (
        <span className="font-normal text-text-muted max-sm:block max-sm:truncate sm:ml-2">
          {match.detail}
        </span>
      )}
    </a>
  )
}
