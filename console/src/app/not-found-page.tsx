import { StandalonePage } from './standalone-page.tsx'

/** For paths that there are not, and for what one may not see: both look the same. */
export const NotFoundPage = () => (
  <StandalonePage title="Page not found">
    <p>The page you are looking for doesn't exist or you may not have access to it.</p>
  </StandalonePage>
)
