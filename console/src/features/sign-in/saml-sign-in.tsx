import { useMatchOf } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { refusalOfPage } from './refusal.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SiloHeading } from './silo-heading.tsx'

const ROUTES = ['/login/$silo/saml/$provider', '/login/$silo/saml/$provider/redirect'] as const
const NO_SERVER = 'There is no server behind this console that leads to identity providers.'
/** The server leads on from there, so who sees the page there has met none, or was refused. */
const isWayOut = () => location.pathname.endsWith('/redirect')

/** A path as the value of a query: it may have all characters there but those that end the value. */
const inQuery = (path: string) => encodeURI(path).replace(/[&#+]/g, encodeURIComponent)

/** Leads to an identity provider; and where it leads back to when the server does not take what the provider says. */
export function SamlSignIn() {
  const {
    params: { silo, provider },
    search: { redirect_uri: redirectUri },
  } = useMatchOf(ROUTES)
  const query = redirectUri ? `?redirect_uri=${inQuery(redirectUri)}` : ''
  const refusal = refusalOfPage() ?? (isWayOut() ? NO_SERVER : null)

  return (
    <SignInLayout>
      <SiloHeading silo={silo} />
      {refusal && (
        <MessageBox variant="error" title="Could not sign in" className="mb-4">
          {refusal} If trying again does not help, show this to whoever looks after {silo}.
        </MessageBox>
      )}
      {/* The server answers with the way to the provider: no route of the console. */}
      <a
        href={pathTo('/login/$silo/saml/$provider/redirect', { silo, provider }) + query}
        className={`${buttonStyle()} w-full`}
      >
        <span className="truncate">Sign in with {provider}</span>
      </a>
    </SignInLayout>
  )
}
