import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { LOGIN } from '../../api/request.ts'
import { loadExtensions } from '../../app/extension-page.ts'
import { rootRoute } from '../../app/routes.ts'
import { currentUser, SECOND_FACTOR_PATH } from '../../app/session.ts'
import { safeRedirect } from './safe-redirect.ts'

type Search = { redirect_uri?: string }

const validateSearch = (search: Record<string, unknown>): Search => {
  const uri = safeRedirect(search.redirect_uri)
  return uri ? { redirect_uri: uri } : {}
}

/** The server redirects `/login` to the silo's own page. Without a server, the console redirects to the first silo. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: LOGIN,
  validateSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login/$silo/local', params: { silo: 'main' }, search, replace: true })
  },
})

/** Sets the document's title. */
const signInCrumb = { label: 'Sign in', titleOnly: true }

const localRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/local',
  validateSearch,
  component: lazyPage(() => import('./local-sign-in.tsx'), 'LocalSignIn'),
  staticData: { crumb: signInCrumb },
})

const samlSignIn = lazyPage(() => import('./saml-sign-in.tsx'), 'SamlSignIn')

const samlRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/saml/$provider',
  validateSearch,
  component: samlSignIn,
  staticData: { crumb: signInCrumb },
})

/** The server redirects from here. The console is shown only if it can't, and gives the reason. */
const samlRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/saml/$provider/redirect',
  validateSearch,
  component: samlSignIn,
  staticData: { crumb: signInCrumb },
})

/** The set-up of a second factor that a silo requires, before any other page. */
const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: SECOND_FACTOR_PATH,
  validateSearch,
  loader: async ({ context: { queryClient }, location }) => {
    await loadExtensions()
    const { needsSecondFactor } = await queryClient.ensureQueryData(currentUser)
    if (!needsSecondFactor)
      throw redirect({ href: safeRedirect((location.search as Search).redirect_uri) ?? '/', replace: true })
  },
  component: lazyPage(() => import('./required-second-factor.tsx'), 'RequiredSecondFactor'),
  staticData: { crumb: { label: 'Second factor', titleOnly: true } },
})

/** The server finishes a sign-in at this path. The console is shown only if it can't, and gives the reason. */
const samlFinishRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/saml/$provider/finish',
  validateSearch,
  component: samlSignIn,
  staticData: { crumb: signInCrumb },
})

/** The server redirects here when another user is signed in in this browser. */
const samlReplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/saml/$provider/replace',
  validateSearch: ({ answer }: Record<string, unknown>): { answer: string } => ({
    answer: typeof answer === 'string' ? answer : '',
  }),
  component: lazyPage(() => import('./replace-session.tsx'), 'ReplaceSession'),
  staticData: { crumb: signInCrumb },
})

/** Routes of the sign-in pages. */
export const inRoot = [
  secondFactorRoute,
  loginRoute,
  localRoute,
  samlRoute,
  samlRedirectRoute,
  samlFinishRoute,
  samlReplaceRoute,
] as const
