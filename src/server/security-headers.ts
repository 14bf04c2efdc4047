/** Of every answer: nothing is kept, guessed, framed, or shared with another origin. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** For answers that are no pages: should one be shown as such, nothing in it runs. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const metaPolicy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The page's own policy, and who may frame it, which only a header can say. */
export function policyOf(page: string): string {
  const policy = metaPolicy.exec(page)?.[1] ?? "default-src 'none'";
  return `${policy}; frame-ancestors 'none'`;
}
