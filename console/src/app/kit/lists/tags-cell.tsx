import { printFilter, splitFilter } from '@granary/domain/list-filter/grammar.ts'
import { type Tag, tagText } from '@granary/domain/tags.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { useCurrentSearch } from '../../route-params.ts'
import { useNavigateHere } from './use-navigate-here.ts'
import { changeList } from './use-page.ts'

/** Tags that a cell shows; the others are in a menu. */
const SHOWN = 2

const CHIP =
  'inline-flex h-6 max-w-36 min-w-0 items-center rounded border border-border px-1.5 text-xs font-medium text-text-muted hover:bg-surface-hover hover:text-text'

/** A row that may have tags. */
export type Tagged = { tags?: readonly Tag[] | undefined }

/** The column of tags. */
export const TAGS: Column<Tagged> = {
  id: 'tags',
  header: 'Tags',
  meta: { givesWay: 'first' },
  cell: ({ row: { original } }) => (original.tags?.length ? <TagsCell tags={original.tags} /> : null),
}

/** The tags of a row. Each narrows the list to the rows that have it too. */
function TagsCell({ tags }: { tags: readonly Tag[] }) {
  const { name } = useCurrentSearch()
  const navigate = useNavigateHere()
  const filterBy = (tag: Tag) => changeList(navigate, { name: withTag(name, tag) }, { replace: true })
  const rest = tags.slice(SHOWN)
  return (
    <span className="relative z-1 flex w-max items-center gap-1">
      {tags.slice(0, SHOWN).map((tag) => (
        <button
          key={tag.key}
          type="button"
          aria-label={`Filter by tag ${tagText(tag)}`}
          title={tagText(tag)}
          onClick={() => filterBy(tag)}
          className={CHIP}
        >
          <span className="truncate">{tagText(tag)}</span>
        </button>
      ))}
      {rest.length > 0 && (
        <Menu
          label="Filter by another tag"
          opensOnArrow={false}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              className="h-6 px-1.5 text-xs"
              aria-label={`${rest.length} more tags`}
            >
              +{rest.length}
            </Button>
          }
          entries={rest.map((tag) => ({
            id: tag.key,
            label: tagText(tag),
            reads: true,
            onAction: () => filterBy(tag),
          }))}
        />
      )}
    </span>
  )
}

/** Returns the terms of a list with a tag. */
function withTag(terms: string | undefined, tag: Tag): string {
  const term = { field: 'tag', isNegated: false, operator: '' as const, values: [tagText(tag)] }
  const added = printFilter([term])
  const isThere = splitFilter(terms ?? '').terms?.some((one) => printFilter([one]) === added)
  return isThere ? terms! : [terms?.trim(), added].filter(Boolean).join(' ')
}
