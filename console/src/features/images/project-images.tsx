import { imageList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Disc from 'lucide-react/icons/disc-3'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { IMAGE_DOCS, IMAGE_PURPOSE } from '../../kinds/image/docs.ts'
import { projectBulk } from './bulk.ts'
import { type Image, imageColumns } from './columns.tsx'
import { ProjectImageActions } from './project-image-actions.tsx'

const PromoteDialog = lazyPart(() => import('./promote.tsx'))

/** Lists the images of a project. */
export function ProjectImages() {
  const project = useProject()
  // Promotion moves the image to the silo, so a role in the project is not enough.
  const promoteReason = useMay().ownSilo('modify_images')
  const [promoting, setPromoting] = useState<Image | null>(null)
  const imageAt = useCallback(
    (image: string) => pathTo('/projects/$project/images/$image', { project, image }),
    [project],
  )
  const { page, filter } = useFilteredPage(imageList, { project })
  const columns = useMemo(
    () =>
      imageColumns(imageAt, (image) => (
        <ProjectImageActions
          image={image}
          project={project}
          promoteReason={promoteReason}
          onPromote={() => setPromoting(image)}
        />
      )),
    [imageAt, project, promoteReason],
  )
  useQuickActions(
    'Actions',
    useMemo(
      () => [{ label: 'Upload image', href: pathTo('/projects/$project/images-new', { project }) }],
      [project],
    ),
  )
  useGoTo('Go to project image', imageList, { project }, page.rows, imageAt)
  return (
    <>
      <ListPage
        title="Project Images"
        icon={<Disc />}
        actions={<DocsPopover {...IMAGE_DOCS} />}
        create={
          <CreateLink to="/projects/$project/images-new" params={{ project }}>
            Upload image
          </CreateLink>
        }
        columns={columns}
        page={page}
        rowId={(image) => image.id}
        bulk={useMemo(() => projectBulk(promoteReason), [promoteReason])}
        filter={filter}
        empty={
          <EmptyState
            drawing="image"
            title="No images"
            purpose={IMAGE_PURPOSE}
            body="Create an image to see it here"
          />
        }
      />
      {promoting && (
        <Suspense fallback={null}>
          <PromoteDialog image={promoting} onClose={() => setPromoting(null)} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}
