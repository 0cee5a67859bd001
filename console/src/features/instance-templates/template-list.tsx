import type { ItemOf } from '@granary/contract/call.ts'
import { instanceTemplateDelete, instanceTemplateList } from '@granary/contract/generated/client.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { Outlet } from '@tanstack/react-router'
import CopyPlus from 'lucide-react/icons/copy-plus'
import { useMemo } from 'react'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useProject } from '../../app/route-params.ts'
import { toastChanged } from '../../kinds/network/toast.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { described } from '../../ui/table/description.tsx'

type Template = ItemOf<'instanceTemplateList'>

const column = columnsOf<Template>()
const columnsIn = (project: string) => [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink
        to="/projects/$project/instance-templates/$template/edit"
        params={{ project, template: getValue() }}
      >
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('body', {
    id: 'size',
    header: 'size',
    cell: ({ getValue }) => {
      const { ncpus, memory } = getValue()
      return (
        <span className="whitespace-nowrap tabular-nums">
          {ncpus} <span className="text-text-muted">{ncpus === 1 ? 'vCPU' : 'vCPUs'},</span> {memory / GiB}{' '}
          <span className="text-text-muted">GiB</span>
        </span>
      )
    },
  }),
  column.accessor('description', described),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((template) => <TemplateActions project={project} template={template} />),
]

/** Lists the instance templates of a project. */
export function TemplateList() {
  const project = useProject()
  const extensions = usePageExtensions()
  const page = usePage(extensions.call(instanceTemplateList), { query: { project } })
  const columns = useMemo(() => columnsIn(project), [project])
  const create = (
    <CreateLink to="/projects/$project/instances-new" params={{ project }}>
      New instance
    </CreateLink>
  )
  return (
    <>
      <ListPage
        title="Instance templates"
        icon={<CopyPlus />}
        create={create}
        columns={columns}
        page={page}
        rowId={(template) => template.id}
        empty={
          <EmptyState
            drawing="instance"
            title="No instance templates"
            body="Fill in the form of a new instance, and save it as a template for everyone in the project. The menu of an instance saves one like it."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function TemplateActions({ project, template: { id, name } }: { project: string; template: Template }) {
  const extensions = usePageExtensions()
  const deleteTemplate = useOperation(extensions.call(instanceTemplateDelete), { waits: true })
  const remove = async () => {
    await deleteTemplate({ path: { instanceTemplate: id } })
    toastChanged('Template', name, 'deleted')
  }
  return (
    <ActionsMenu
      id={id}
      entries={[
        {
          label: 'New instance from it',
          href: `${pathTo('/projects/$project/instances-new', { project })}?like=template:${name}`,
        },
        {
          label: 'Edit',
          href: pathTo('/projects/$project/instance-templates/$template/edit', { project, template: name }),
        },
        {
          label: 'Delete',
          danger: true,
          onAction: () =>
            void confirmDelete('template', name, remove, 'Instances that were created from it stay.'),
        },
      ]}
    />
  )
}
