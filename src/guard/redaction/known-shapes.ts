/** Secrets by their look, whatever they are called: tokens of well-known services, and JSON web tokens. A new pattern each time, since it remembers places. */
export function knownShape(): RegExp {
  return new RegExp(SHAPES, 'g');
}

const SHAPES = [
  // GitHub, GitLab, Slack, npm, PyPI, Docker Hub
  /gh[pousr]_\w{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|imt|agent)-[\w.-]{16,}/,
  /xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|npm_\w{30,}|pypi-[\w-]{16,}|dckr_[a-z]+_[\w-]{16,}/,
  // Stripe, OpenAI and Anthropic, Groq, xAI, Hugging Face, Replicate, Perplexity
  /[rsp]k_(?:live|test|prod)_\w{8,}|whsec_[\w+/=]{16,}|sk-[\w-]{16,}|gsk_\w{20,}|xai-\w{20,}|hf_\w{20,}|r8_\w{20,}|pplx-\w{20,}/,
  // AWS, Google, DigitalOcean, Databricks, Azure, Cloudflare's age keys
  /A(?:KIA|SIA|IDA|ROA|GPA|NPA|NVA|PKA|BIA|CCA)[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w.-]{16,}|GOCSPX-[\w-]{16,}|1\/\/0[\w-]{30,}/,
  /do[oprt]_v1_\w{32,}|dapi[0-9a-f]{32}|AGE-SECRET-KEY-1\w{40,}/,
  // SendGrid, Twilio, Shopify, Square, Telegram, Discord, Vault, Grafana, Linear, Notion, Tailscale, Supabase, Mailgun
  /SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}|shp(?:at|ca|pa|ss)_\w{32,}|sq0[a-z]{3}-[\w-]{20,}|\d{8,10}:AA[\w-]{30,}/,
  /(?<![\w-])[MNO][\w-]{23,30}\.[\w-]{6}\.[\w-]{27,}|hv[sbr]\.[\w-]{20,}|gl(?:sa|c)_\w{20,}|lin_api_\w{20,}|ntn_\w{20,}|tskey-[\w-]{16,}|sbp_\w{20,}|key-[0-9a-f]{32}/,
  /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+(?:\.[\w-]*)?/,
]
  .map(part => part.source)
  .join('|');

/** How such a one begins, and what of it there is at the end of a text. Its last characters may be the first of what follows. */
export const beginningOfShape = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:${[
    /gh[pousr]_|github_pat_|gl[a-z]{1,6}-|glc_|xox[a-z]-|xapp-|npm_|pypi-|dckr_|[rsp]k_(?:live|test|prod)_|whsec_|sk-/,
    /gsk_|xai-|hf_|r8_|pplx-|A(?:KIA|SIA|IDA|ROA|GPA|NPA|NVA|PKA|BIA|CCA)|AIza|ya29\.|GOCSPX-|1\/\/0|do[oprt]_v1_|dapi/,
    /AGE-SECRET-KEY-1|SG\.|SK[0-9a-f]|shp(?:at|ca|pa|ss)_|sq0|\d{8,10}:AA|hv[sbr]\.|glsa_|lin_api_|ntn_|tskey-|sbp_|key-|eyJ/,
    /[MNO][\w-]{23,30}\./,
  ]
    .map(part => part.source)
    .join('|')})[\w.+/=:-]{0,63}$`,
);
