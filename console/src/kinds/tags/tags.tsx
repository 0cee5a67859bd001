import { type Tag, type TaggedKind, tagText } from '@granary/domain/tags.ts'
import Pencil from 'lucide-react/icons/pencil'
import { Suspense, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ListValue } from '../../ui/format/list-value.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Fact } from '../../ui/page/facts.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import type { Tagged } from './tag-values.ts'

const TagsDialog = lazyPart(() => import('./tags-dialog.tsx'))

type TagsProps = { kind: TaggedKind; of: Tagged }

/** The property with the tags of a resource. Renders nothing for a server without tags. */
export const TagsProperty = (props: TagsProps) =>
  props.of.tags && (
    <Property label="Tags">
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 py-1">
        {chipsOf(props.of.tags)}
        <EditTags {...props} />
      </span>
    </Property>
  )

/** The same in one line, for the facts of a page. */
export const TagsFact = (props: TagsProps) =>
  props.of.tags && (
    <Fact label="Tags">
      <span className="flex min-w-0 items-center gap-1.5">
        {props.of.tags.length > 0 && <ListValue items={chipsOf(props.of.tags)} title="Other tags" />}
        <EditTags {...props} />
      </span>
    </Fact>
  )

const chipsOf = (tags: readonly Tag[]) =>
  tags.map((tag) => (
    <span key={tag.key} className="flex max-w-32 min-w-0 [&>span]:max-w-full" title={tagText(tag)}>
      <Badge color="neutral">
        <span className="truncate">{tagText(tag)}</span>
      </Badge>
    </span>
  ))

/** The button that opens the tags, and for users who can only view the resource a word if there are none. */
function EditTags({ kind, of }: TagsProps) {
  const extensions = useExtensions()
  const isReadOnly = useReadOnly() !== null
  const [isOpen, setOpen] = useState(false)
  if (!extensions || isReadOnly) return of.tags?.length === 0 && <span className="text-text-muted">None</span>
  return (
    <>
      {of.tags?.length === 0 ? (
        <Button variant="ghost" size="sm" className="-ml-2.5" onPress={() => setOpen(true)}>
          Add tags
        </Button>
      ) : (
        <IconButton label="Edit tags" className="size-6 shrink-0" onPress={() => setOpen(true)}>
          <Pencil className="size-3.5" aria-hidden />
        </IconButton>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <TagsDialog extensions={extensions} kind={kind} of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
