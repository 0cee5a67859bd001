import { imageList, imageView } from '@granary/contract/generated/client.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { panel } from '../../app/panel.ts'
import { filteredPageQuery, filteredRoute } from '../../app/kit/lists/filtered-list.ts'
import { imageCatalog } from '../../kinds/image-upload/catalog-query.ts'
import { apiQuery, readAhead } from '../../api/queries.ts'
import { projectRoute } from '../../app/routes.ts'

/** The list stays mounted below its panels. */
const projectList = createRoute({
  getParentRoute: () => projectRoute,
  id: 'images-list',
  staticData: { crumb: { label: 'Images', to: '/projects/$project/images' } },
  ...filteredRoute,
  loader: ({ location, context: { queryClient }, params: { project } }) =>
    readAhead(queryClient, filteredPageQuery(imageList, { project }, location.search)),
  component: lazyPage(() => import('./project-images.tsx'), 'ProjectImages'),
})

const projectIndex = createRoute({
  getParentRoute: () => projectList,
  path: 'images',
})

const projectView = createRoute({
  getParentRoute: () => projectList,
  path: 'images/$image',
  staticData: panel('Image'),
  loader: ({ context: { queryClient }, params: { project, image } }) =>
    queryClient.ensureQueryData(apiQuery(imageView, { path: { image }, query: { project } })),
  component: lazyPage(() => import('./image-view.tsx'), 'ProjectImageView'),
})

const createDiskRoute = createRoute({
  getParentRoute: () => projectList,
  path: 'images/$image/disks-new',
  staticData: panel('New disk'),
  loader: ({ context: { queryClient }, params: { project, image } }) =>
    queryClient.ensureQueryData(apiQuery(imageView, { path: { image }, query: { project } })),
  component: lazyPage(() => import('./disk-from-image.tsx'), 'DiskFromImage'),
})

const uploadRoute = createRoute({
  getParentRoute: () => projectList,
  path: 'images-new',
  staticData: panel('Upload image'),
  // The panel opens with its answer.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(imageCatalog),
  component: lazyPage(() => import('./image-upload-page.tsx'), 'ImageUploadPage'),
})

const projectEdit = createRoute({
  getParentRoute: () => projectRoute,
  path: 'images/$image/edit',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/images/$image', params, replace: true })
  },
})

/** Routes of the images of a project. */
export const inProject = [
  projectList.addChildren([projectIndex, uploadRoute, projectView, createDiskRoute]),
  projectEdit,
] as const
