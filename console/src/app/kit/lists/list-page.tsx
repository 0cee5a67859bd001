import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import type { ListSectionProps } from './list-props.ts'
import { ListSection } from './list-section.tsx'

type ListPageProps<Row extends object> = ListSectionProps<Row> & {
  icon?: ReactNode
  /** Beside the title, at the right. */
  actions?: ReactNode
  /** Beside the list where there is room, else below it. */
  aside?: ReactNode
}

/** A page that lists one kind of resource: head, toolbar, table, pagination at the bottom. */
export const ListPage = <Row extends object>({ icon, actions, aside, ...list }: ListPageProps<Row>) => (
  <>
    <PageHeader title={list.title} icon={icon} actions={actions} />
    {aside ? (
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ListSection {...list} />
        <aside className="xl:pt-11">{aside}</aside>
      </div>
    ) : (
      <ListSection {...list} />
    )}
  </>
)
