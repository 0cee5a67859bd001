import { isFinal } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import type { ItemOf } from '@granary/contract/call.ts'
import { projectDeletionPlan, projectList } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import Folder from 'lucide-react/icons/folder'
import { type ComponentProps, Suspense, useMemo } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { deleting } from '../../app/delete-everything/deleting.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { refusalOf } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { pathTo } from '../../app/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { deleteProject } from './delete-project.ts'
import { projectDeletion } from './project-deletion.ts'
import { useFirstStepsClosed } from './first-steps-store.ts'
import { useCreateRefusal } from './use-create-refusal.ts'
import { WithSummaries } from './use-summaries.tsx'

type Project = ItemOf<'projectList'>

const ProjectFace = lazyPart(() => import('./project-face.tsx'))
/** The list shows the names before the code of the other cells is there. */
const Face = (props: ComponentProps<typeof ProjectFace>) => (
  <Suspense fallback={<Skeleton className="h-3 w-20" />}>
    <ProjectFace {...props} />
  </Suspense>
)

const column = columnsOf<Project>()
/** What only a server with extensions sums up. */
const faces = [
  column.display({
    id: 'instances',
    header: 'instances',
    cell: ({ row }) => <Face project={row.original} part="instances" />,
  }),
  column.display({
    id: 'cpus',
    header: 'CPU',
    meta: { align: 'end' },
    cell: ({ row }) => <Face project={row.original} part="cpus" />,
  }),
  column.display({
    id: 'memory',
    header: 'memory',
    meta: { align: 'end', givesWay: 'second' },
    cell: ({ row }) => <Face project={row.original} part="memory" />,
  }),
  column.display({
    id: 'changed',
    header: 'last change',
    meta: { givesWay: 'second' },
    cell: ({ row }) => <Face project={row.original} part="changed" />,
  }),
]
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: project } }) => (
      <NameLink to="/projects/$project/instances" params={{ project: project.name }}>
        {project.name}
      </NameLink>
    ),
  }),
  ...faces,
  column.accessor('description', { ...described, meta: { kind: 'fills' } }),
  column.accessor('timeCreated', {
    header: 'created',
    meta: { givesWay: 'first' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((project) => <ProjectActions project={project} />),
]

const publishedColumns = columns.filter((one) => !faces.includes(one))

const instancesOf = (project: string): string => pathTo('/projects/$project/instances', { project })
const newProject = [{ label: 'New project', href: pathTo('/projects-new') }]
const none: typeof newProject = []

/** Lists the projects of the silo. */
export function ProjectList() {
  const { page, filter } = useFilteredPage(projectList, {})
  const refusal = useCreateRefusal()
  const mayCreate = refusal === null
  useQuickActions('Actions', mayCreate ? newProject : none)
  useGoTo('Go to project', projectList, {}, page.rows, instancesOf)
  const create = mayCreate ? (
    <CreateLink to="/projects-new">New project</CreateLink>
  ) : (
    <Button disabledReason={refusal}>New project</Button>
  )
  const aside = useFirstSteps(page, mayCreate && !filter?.value)
  const ids = useMemo(() => (page.rows ?? []).map(({ id }) => id), [page.rows])
  return (
    <WithSummaries ids={ids}>
      <ListPage
        aside={aside}
        title="Projects"
        icon={<Folder />}
        create={create}
        columns={useExtensions() ? columns : publishedColumns}
        page={page}
        rowId={(project) => project.id}
        filter={filter}
        empty={
          <EmptyState
            drawing="project"
            title="No projects"
            body="A project holds instances, disks and networks that belong together. Create one to start."
            action={create}
          />
        }
      />
      <Outlet />
    </WithSummaries>
  )
}

const FirstSteps = lazyPart(() => import('./first-steps.tsx'))
/** A silo with more projects is not new. */
const MAX_NEW = 3

/** Returns the first steps for a user with no more than a few projects. */
function useFirstSteps(
  { rows, isFirst }: { rows: Project[] | undefined; isFirst: boolean },
  isOffered: boolean,
) {
  const closed = useFirstStepsClosed()
  if (!isOffered || closed || !isFirst || !rows || rows.length > MAX_NEW) return undefined
  return (
    <Suspense fallback={null}>
      <FirstSteps projects={rows.map((project) => project.name)} />
    </Suspense>
  )
}

const DELETE_NOTE = 'Its VPCs are deleted with it.'

/** The menu of a project. */
export function ProjectActions({ project }: { project: Pick<Project, 'id' | 'name' | 'myRole'> }) {
  const extensions = useExtensions()
  const queryClient = useQueryClient()
  const remove = async () => {
    await deleteProject(queryClient, project.name)
  }
  const askToDelete = async () => {
    const path = { project: project.id }
    // A server without the plan refuses with one blocker at a time. A plan that failed to load is retried in the dialog.
    const isEmpty =
      !extensions ||
      (await queryClient
        .fetchQuery({ ...apiQuery(extensions.call(projectDeletionPlan), { path }), staleTime: 0 })
        .then(({ contents }) => contents.every(({ kind }) => ['vpc', 'vpc-subnet'].includes(kind)), isFinal))
    if (!isEmpty) deleting.set(projectDeletion(queryClient, extensions, project))
    else await confirmDelete('project', project.name, remove, DELETE_NOTE)
  }
  const disabledReason = refusalOf(project.myRole, 'modify')
  return (
    <ActionsMenu
      id={project.id}
      entries={[
        { label: 'Edit', disabledReason, href: pathTo('/projects/$project/edit', { project: project.name }) },
        {
          label: 'Delete',
          danger: true,
          disabledReason,
          onAction: () => void askToDelete(),
        },
      ]}
    />
  )
}
