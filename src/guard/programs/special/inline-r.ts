/**
 * Whether code of R may act. A function may be given by its name in a text, so only calls of functions that are known to compute, to print, to test
 * the project or to install packages by their names are an ordinary risk.
 */
export function codeOfRActs(code: string): boolean {
  const bare = code.replace(INSTALLS, ' c(').replace(OF_PACKAGES, ' c(').replace(LOADS, ' c(');
  if (ACTS.test(bare)) return true;
  return [...bare.matchAll(/([\w.)\]"']?)\s*\(/g)].some(([, before = '']) => /[)\]"']/.test(before)) || calls(bare);
}

function calls(code: string): boolean {
  return [...code.matchAll(/(?<![\w.])[A-Za-z.][\w.]*(?=\s*\()/g)].some(([name]) => !HARMLESS.test(name));
}

/** Also in a text, which may name a function. */
const ACTS =
  /[`\\]|::|<<-|->|\b(?:system2?|shell(?:\.exec)?|unlink|file\.\w+|eval\w*|parse|source|sys\.source|do\.call|match\.fun|get0?|mget|assign|attach|with|environment|as\.environment|globalenv|Sys\.(?:setenv|getenv|chmod|umask|kill|symlink)|url|download\w*|pipe|socket\w*|fifo|open|load|readRDS|unserialize|dyn\.load|library\.dynam|\.C|\.Call|\.External|q|quit|setwd|options|body|formals|as\.function|Recall|Reduce|Filter|Map|\w*apply|install_\w+|on\.exit|reg\.finalizer|tracemem|trace|browser|debug)\b/;
const HARMLESS =
  /^(?:c|print|cat|message|paste0?|sum|mean|median|sd|var|cor|summary|str|head|tail|n?row|ncol|dim|names|colnames|rownames|length|seq(?:_len|_along)?|rep|round|floor|ceiling|sqrt|exp|log(?:2|10)?|abs|max|min|range|sort|order|rev|unique|table|quantile|data\.frame|matrix|list|vector|as\.(?:numeric|integer|character|Date|factor)|is\.na|nchar|toupper|tolower|substr|strsplit|g?sub|grepl?|regmatches|sprintf|format|Sys\.(?:time|Date)|date|sessionInfo|packageVersion|installed\.packages|set\.seed|rnorm|runif|sample|lm|hist|plot|if|for|while|function)$/;

/** `install.packages("dplyr", repos="https://cloud.r-project.org")`: by a name in the registry. */
const INSTALLS =
  /\binstall\.packages\(\s*(?:c\(\s*)?(?:(["'])[A-Za-z][\w.]{0,60}\1\s*(?:,\s*(?=["'])|(?=[),]))){1,20}\)?\s*(?:,\s*repos\s*=\s*["']https:\/\/(?:cloud\.r-project\.org|cran\.[\w-]{1,40}\.(?:com|org))\/?["']\s*)?(?=\))/g;
const OF_PACKAGES =
  /\b(?:devtools::(?:test|check|document|load_all|build|spell_check)|testthat::test_(?:dir|file|local)|rmarkdown::render(?:_site)?|knitr::(?:knit|purl)|renv::(?:restore|snapshot|status)|roxygen2::roxygeni[sz]e|lintr::lint(?:_package|_dir)?|styler::style_(?:pkg|file|dir)|pkgdown::build_site|covr::package_coverage|bookdown::render_book|targets::tar_make)\s*\(/g;
const LOADS = /\b(?:library|require|requireNamespace)\s*\(\s*(["']?)[A-Za-z][\w.]{0,60}\1\s*(?=[,)])/g;
