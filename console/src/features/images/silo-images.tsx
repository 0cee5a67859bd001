import { imageList } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import Disc from 'lucide-react/icons/disc-3'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useGoTo } from '../../app/quick-actions/use-go-to.ts'
import { pathTo } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { IMAGE_DOCS, IMAGE_PURPOSE } from '../../kinds/image/docs.ts'
import { SILO_BULK } from './bulk.ts'
import { type Image, imageColumns } from './columns.tsx'
import { deleteEntry } from './delete-image.ts'

const PromoteFromProject = lazyPart(() => import('./promote-from-project.tsx'))
const DemoteDialog = lazyPart(() => import('./demote.tsx'))

/** Lists the images that all projects of the silo can use. Disabled actions give the reason. */
export const SiloImages = () => (
  <ReadOnly value={useMay().ownSilo('modify_images')}>
    <SiloImageList />
  </ReadOnly>
)

const imageAt = (image: string): string => pathTo('/images/$image', { image })

function SiloImageList() {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'promote' | Image | null>(null)
  const { page, filter } = useFilteredPage(imageList, {})
  const columns = useMemo(
    () =>
      imageColumns(imageAt, (image) => (
        <ActionsMenu
          id={image.id}
          entries={[{ label: 'Demote', onAction: () => setOpen(image) }, deleteEntry(queryClient, image)]}
        />
      )),
    [queryClient],
  )
  useQuickActions(
    'Actions',
    useMemo(() => [{ label: 'Promote image', onAction: () => setOpen('promote') }], []),
  )
  useGoTo('Go to silo image', imageList, {}, page.rows, imageAt)
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        title="Silo Images"
        icon={<Disc />}
        actions={<DocsPopover {...IMAGE_DOCS} />}
        create={
          <Button changes onPress={() => setOpen('promote')}>
            Promote image
          </Button>
        }
        columns={columns}
        page={page}
        rowId={(image) => image.id}
        bulk={SILO_BULK}
        filter={filter}
        empty={
          <EmptyState
            drawing="image"
            title="No images"
            purpose={IMAGE_PURPOSE}
            body="Promote an image to see it here"
          />
        }
      />
      <Suspense fallback={null}>
        {open === 'promote' && <PromoteFromProject onClose={close} />}
        {open !== null && open !== 'promote' && <DemoteDialog image={open} onClose={close} />}
      </Suspense>
      <Outlet />
    </>
  )
}
