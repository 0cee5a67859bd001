import { ignorable } from '@granary/contract/call.ts'
import { imageList, imageView } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { apiQuery, pageQuery, readAhead } from '../../api/queries.ts'
import { pagePlace } from '../../app/kit/list-place.ts'
import { nameFilter } from '../../app/kit/search.ts'
import { siloRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const siloList = createRoute({
  getParentRoute: () => siloRoute,
  id: 'silo-images-list',
  validateSearch: nameFilter,
  staticData: { crumb: { label: 'Images', to: '/images' } },
  loaderDeps: ({ search: { name } }) => ({ name }),
  loader: ({ location, context: { queryClient }, deps }) =>
    readAhead(
      queryClient,
      pageQuery(
        imageList,
        { query: { nameContains: ignorable(deps.name) } },
        pagePlace(location.search, true),
      ),
    ),
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
