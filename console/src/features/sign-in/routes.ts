import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { LOGIN } from '../../api/request.ts'
import { rootRoute } from '../../app/routes.ts'
import { safeRedirect } from './safe-redirect.ts'

type Search = { redirect_uri?: string }

const validateSearch = (search: Record<string, unknown>): Search => {
  const uri = safeRedirect(search.redirect_uri)
  return uri ? { redirect_uri: uri } : {}
}

/** The server sends `/login` on to the silo's own page; where only the console is asked, it is the first silo's. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: LOGIN,
  validateSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login/$silo/local', params: { silo: 'main' }, search, replace: true })
  },
})

/** For the title of the document, by which a tab is found. */
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

/** The server leads on from here; the console is only shown when it cannot, and says why. */
const samlRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/$silo/saml/$provider/redirect',
  validateSearch,
  component: samlSignIn,
  staticData: { crumb: signInCrumb },
})

/** Routes by which one comes in. */
export const inRoot = [loginRoute, localRoute, samlRoute, samlRedirectRoute] as const
