import type { ReactNode } from 'react'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { inSentence } from '../../app/kit/lists/in-sentence.ts'
import type { ListSectionProps } from '../../app/kit/lists/list-props.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { linkTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { adminsOnly, type PoolKind } from './pool-kinds.ts'

type PoolPartsProps<Row extends { id: string }> = Pick<
  ListSectionProps<Row>,
  'title' | 'columns' | 'page'
> & {
  kind: PoolKind
  addLabel: string
  addPath: string
  /** What an empty pool lacks. */
  hint: string
}

/** Lists the ranges or the members of a pool. */
export function PoolParts<Row extends { id: string }>({
  kind,
  addLabel,
  addPath,
  hint,
  ...list
}: PoolPartsProps<Row>) {
  const add = useMay().fleet('modify') ? (
    <CreateLink {...linkTo(addPath)}>{addLabel}</CreateLink>
  ) : (
    <Button disabledReason={adminsOnly(kind)}>{addLabel}</Button>
  )
  return (
    <ListSection
      {...list}
      create={add}
      rowId={({ id }) => id}
      empty={<EmptyState drawing="network" title={`No ${inSentence(list.title)}`} body={hint} action={add} />}
    />
  )
}

type PartActionsProps = {
  kind: PoolKind
  id: string
  noun: 'range' | 'member'
  /** The question before the part is removed. */
  question: ReactNode
  onRemove: () => Promise<unknown>
}

/** The menu of a range or a member of a pool. */
export function PartActions({ kind, id, noun, question, onRemove }: PartActionsProps) {
  const disabledReason = !useMay().fleet('modify') && adminsOnly(kind)
  const remove = () =>
    confirm({
      title: `Remove ${noun}`,
      variant: 'danger',
      errorTitle: `Could not remove ${noun}`,
      body: question,
      action: onRemove,
    })
  return (
    <ActionsMenu
      id={id}
      entries={[{ label: 'Remove', danger: true, disabledReason, onAction: () => void remove() }]}
    />
  )
}
