import { instanceView, projectView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { ErrorPage } from '../../app/error-page.tsx'
import { NotFoundPage } from '../../app/not-found-page.tsx'
import { authenticatedRoute } from '../../app/routes.ts'

/** Where the page of an instance is of which only the id is known. @throws not found, also when it may not be seen. */
async function pageOf(queryClient: QueryClient, instance: string) {
  // A name means something inside a project only.
  if (!isUuid(instance)) throw notFound()
  try {
    const { name, projectId } = await queryClient.fetchQuery(apiQuery(instanceView, { path: { instance } }))
    const project = await queryClient.fetchQuery(apiQuery(projectView, { path: { project: projectId } }))
    return { project: project.name, instance: name }
  } catch (error) {
    throw error instanceof ApiError && error.statusCode === 404 ? notFound() : error
  }
}

const lookupRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => authenticatedRoute,
    path,
    errorComponent: ErrorPage,
    notFoundComponent: NotFoundPage,
    loader: async ({ context: { queryClient }, params }) => {
      const { instance } = params as { instance: string }
      throw redirect({
        to: '/projects/$project/instances/$instance/storage',
        params: await pageOf(queryClient, instance),
        replace: true,
      })
    },
  })

/** Ways to an instance for whoever knows no more than its id: from a log line, or from another tool. */
export const inAuthenticated = [
  lookupRoute('/lookup/instances/$instance'),
  lookupRoute('/lookup/i/$instance'),
] as const
