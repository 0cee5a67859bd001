import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ListSection, type ListSectionProps } from './list-section.tsx'

type ListPageProps<Row extends object> = ListSectionProps<Row> & {
  icon?: ReactNode
  /** Beside the title, at the right. */
  actions?: ReactNode
}

/** A page that lists one kind of resource: head, toolbar, table, pagination at the bottom. */
export const ListPage = <Row extends object>({ icon, actions, ...list }: ListPageProps<Row>) => (
  <>
    <PageHeader title={list.title} icon={icon} actions={actions} />
    <ListSection {...list} />
  </>
)
