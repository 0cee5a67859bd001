import { imageList, imageView } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { siloRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const siloList = createRoute({
  getParentRoute: () => siloRoute,
  id: 'silo-images-list',
  staticData: { crumb: { label: 'Images', to: '/images' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient } }) =>
    readAhead(queryClient, filteredPageQuery(imageList, {}, location.search)),
  component: lazyPage(() => import('./silo-images.tsx'), 'SiloImages'),
})

const siloIndex = createRoute({
  getParentRoute: () => siloList,
  path: 'images',
})

const siloView = createRoute({
  getParentRoute: () => siloList,
  path: 'images/$image',
  staticData: panel('Image'),
  loader: ({ context: { queryClient }, params: { image } }) =>
    queryClient.ensureQueryData(apiQuery(imageView, { path: { image } })),
  component: lazyPage(() => import('./image-view.tsx'), 'SiloImageView'),
})

const siloEdit = createRoute({
  getParentRoute: () => siloRoute,
  path: 'images/$image/edit',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/images/$image', params, replace: true })
  },
})

/** Routes of the images of the silo. */
export const inSilo = [siloList.addChildren([siloIndex, siloView]), siloEdit] as const
