/** Clouds, clusters, machines elsewhere, and servers; the format is that of `readTable`. Whatever reaches beyond this machine is no mere reading. */
export const operations = `
ansible               | C | t* | --version! --list-hosts -m: -a: -i: -b^D --become^D -K^D --ask-become-pass^D -u: -l: -f: -e: -C --check -D
ansible-playbook      | C | r* | --version! -i: -l: -e: -t: -C --check -D --diff -b^D --become^D -K^D --ask-become-pass^D --become-user:^D --vault-password-file:x --step --skip-tags: --tags:
ansible-doc           | S | t* | -ltsFjv -t: -M:l^C --list --type: --snippet --json --metadata-dump --module-path:l^C --version --help
ansible-config        | C | sub | --version
ansible-config list,ansible-config view,ansible-config dump | S | t* | --only-changed --format: -c:r^C -t: --type: -f: -v
ansible-inventory     | C | t* | --version!
ansible-galaxy        | C | sub | --version
ansible-galaxy collection,ansible-galaxy role | C | sub |
ansible-galaxy list,ansible-galaxy collection list,ansible-galaxy role list | S | t* | -p:l --format:
ansible-galaxy remove,ansible-galaxy role remove,ansible-galaxy collection publish,ansible-galaxy delete | D | t* |
ansible-vault,ansible-pull,ansible-console | D | t* | --version!
molecule              | C | sub | --version
molecule drivers      | S | t* |
molecule destroy,molecule reset | D | t* |
vagrant               | C | sub | --version -v
vagrant global-status,vagrant version,vagrant help,vagrant list-commands | S | t* | -h --machine-readable
vagrant ssh           | C | t* | -c:c --command:c -p --plain -t
vagrant destroy,vagrant cloud,vagrant snapshot pop | D | t* |
vagrant box,vagrant plugin,vagrant snapshot | C | sub |
vagrant box list,vagrant plugin list | S | t* | -i --box-info --local
vagrant box remove,vagrant plugin uninstall,vagrant snapshot delete,vagrant snapshot restore | D | t* |
packer                | C | sub | --version -v
packer version,packer inspect | S | t* |
minikube,kind,k3d,k3s,k0s,microk8s,colima,multipass,lima,limactl,crc,rancher,talosctl,kops,eksctl,kubeadm | C | sub | --version! -p: --profile: --help!
minikube version,minikube status,minikube ip,kind version,k3d version,colima version,colima status,colima list,multipass version,multipass list,multipass info,limactl list,kops version,kubeadm version,kind completion,minikube completion | S | t* | -p: --profile: -o: --output: --format: -j --json
kind get kubeconfig,kubeadm reset,minikube delete,kind delete,k3d delete,k0s reset,colima delete,multipass delete,multipass purge,limactl delete,limactl rm,crc delete,kops delete,eksctl delete,talosctl reset | D | t* |
k3d cluster           | C | sub |
k3d cluster list      | S | t* |
k3d cluster delete    | D | t* |
kustomize             | C | sub |
kustomize version,kustomize help,kustomize completion | S | t* | --short
kustomize build       | S | r* | -e: -o:w^C --output:w^C --load-restrictor: --enable-helm^C --enable-alpha-plugins^C --enable-exec^D --network^C --reorder: --env:
kubectl completion,kubectl options | S | t* |
kubectl config view   | S | - | --minify --flatten^C -o: --output: --raw^D --merge? --allow-missing-template-keys?
kubectl config        | C | sub | --kubeconfig:r^C
kubectl config delete-cluster,kubectl config delete-context,kubectl config delete-user,kubectl config set-credentials | D | t* |
kubectl config current-context,kubectl config get-contexts,kubectl config get-clusters,kubectl config get-users | S | t* | -o: --output: --no-headers --context: --kubeconfig:r^C
kubectl run,kubectl debug | C | t* | --privileged^D --privileged?^D --overrides:^D --profile:
kubectl create        | C | sub |
kubectl create token,kubectl create clusterrolebinding,kubectl create rolebinding | D | t* |
kubectl cordon,kubectl taint,kubectl uncordon | C | t* |
kubectl proxy         | C | t* | --address:^D --accept-hosts:^D
kubectl kustomize     | C | r* | --enable-helm^C -o:w^C --network^C
kubectl auth          | C | sub |
kubectl certificate,kubectl auth reconcile | D | t* |
kubens,kubectx        | C | t* | -c! -h! --current! --help! --version! -V! -d:^D
kubeseal,kubeval,kubeconform,kube-score,kube-linter,pluto,popeye,stern | C | t* | --version! --help!
helmfile,skaffold,tilt,werf,argo,velero | C | sub | --version! --help! -e: --environment: -f:r --file:r -l: --selector: -n: --namespace: -i --interactive -q --quiet --debug
velero delete,tilt down,helmfile destroy,skaffold delete,werf cleanup,argo delete | D | t* |
helm                  | C | sub | -n: --namespace: --kube-context: --kubeconfig:r^C --debug
helm version,helm env,helm template,helm lint,helm completion,helm help,helm verify | S | r* | -n: --namespace: -f:r --values:r --set: --set-string: --set-file:r --set-json: --short -s: --show-only: --include-crds --skip-crds --name-template: --kube-version: -a: --api-versions: --strict --quiet --with-subcharts --debug --no-hooks --is-upgrade --release-name --version: --repo:^C --dependency-update^C --output-dir:w^C --validate^C --post-renderer:x^D --client -c --keyring:r
helm show,helm inspect | C | sub |
helm show values,helm show chart,helm show readme,helm show all,helm show crds,helm inspect values,helm inspect chart | S | l | --jsonpath:
helm repo,helm plugin,helm dependency,helm dep,helm registry | C | sub |
helm repo list,helm plugin list,helm dependency list,helm dep list,helm repo ls,helm plugin ls | S | t* | -o: --output: --max-col-width:
helm uninstall,helm delete,helm un,helm del,helm repo remove,helm repo rm,helm plugin uninstall,helm plugin install,helm registry login | D | t* |
helm rollback         | C | t* | -n: --namespace: --force^D --cleanup-on-fail^D
helm upgrade,helm install | C | t* | --post-renderer:x^D --force^D -f:r --values:r -n: --namespace:
terraform fmt         | C | t* -long | -check! -diff -recursive -list? -write?
terraform show,terraform output | C | t* -long | -json -raw -no-color
terraform workspace,terraform state | D | sub |
terraform workspace show | S | t* -long |
terraform validate,terraform workspace list,terraform workspace select,terraform workspace new,terraform state list,terraform state show,terraform state pull | C | t* -long |
terraform graph       | C | t* -long | -json -no-color -type: -plan: -draw-cycles
terraform version,terraform -version,terraform metadata,terraform -help,terraform --help | S | t* -long | -json -no-color -type: -plan: -draw-cycles -test-directory:
terraform providers lock,terraform providers mirror | C | t* |
terraform-docs,tflint,infracost,terragrunt-atlantis-config,terraformer | C | t* | --version! --help!
aws configure list,aws configure list-profiles | S | - | --profile: --region: --output:
aws help,aws s3 help,aws ec2 help,aws iam help,aws lambda help,aws ecs help,aws sts help,aws s3api help,aws rds help,aws logs help,aws cloudformation help,aws eks help,aws ecr help | S | - |
aws s3 sync,aws s3 cp,aws s3 mv | C | r*,w | --delete^D --recursive --exclude: --include: --dryrun --acl:^C --quiet --sse? --storage-class: --profile: --region:
gcloud                | C | sub | --project: --account: --format: --quiet -q --verbosity: --region: --zone: --version
gcloud config         | C | sub |
gcloud config list,gcloud config get-value,gcloud config get,gcloud topic,gcloud help,gcloud version,gcloud info,gcloud cheat-sheet | S | t* | --all --format: --show-log --anonymize
gcloud config configurations | C | sub |
gcloud config configurations list,gcloud config configurations describe | S | t* | --format:
gcloud components     | C | sub |
gcloud components list | C | t* |
gcloud auth           | D | sub |
gcloud auth list      | S | t* | --format: --filter:
gcloud auth login     | C | t* | --cred-file:^D --login-config:^D
az version            | S | - | -o: --output: --query: --verbose
doctl version,flyctl version,fly version,heroku version,eksctl version,argocd version,flux version,hcloud version,stripe version,railway version,az help,doctl help,fly help,heroku help,hcloud help,wrangler help,netlify help,vercel help,flux --version | S | - | --client
az account            | C | sub |
az ad,az role,az keyvault | D | sub |
az account get-access-token,az logout | D | t* |
az login              | C | t* | -u:^D -p:^D --username:^D --password:^D --service-principal^D --federated-token:^D --certificate:^D -i^D --identity^D
aws configure set     | D | sub |
aws configure set region,aws configure set output | C | t* | --profile:
ngrok,cloudflared     | D | sub | --version! -v! --help!
ngrok version,ngrok help,cloudflared version | S | - |
ngrok http            | C | t* | --config:r^D --authtoken:^D --domain: --url: --subdomain: --region: --host-header: --basic-auth:^D --log: --log-level: --log-format:
cdk,cdktf,serverless,sls,sam,copilot,amplify,sst,eb,zappa | C | sub | --version! --help!
vault                 | C | sub -long | --version! -version! -v!
consul,nomad,boundary,waypoint,etcdctl,zkCli.sh,pulsar-admin,nats,kafka-topics,kafka-console-consumer,kcat,temporal | C | sub -long | --version! --help!
consul version,nomad version,boundary version,consul validate,nomad job validate,etcdctl version,temporal version | S | r* |
nomad job             | C | sub |
consul leave,consul force-leave,consul kv delete,nomad system,nomad stop,nomad job stop,nomad node drain,etcdctl del,consul acl,nomad acl | D | t* |
consul kv             | C | sub |
promtool,amtool       | C | sub | --version! --help!
promtool check        | S | sub |
promtool check config,promtool check rules,promtool check web-config,promtool test rules,amtool check-config | S | r* | --lint: --lint-fatal --syntax-only --agent --color --no-color
loki,logcli,mimirtool,grafana-cli,grizzly,telegraf,fluent-bit,vector,otelcol,filebeat,collectd,logstash | C | t* -long | --version! --help!
pg_dump,pg_dumpall,pg_basebackup,pg_isready,pgbench,initdb,createdb,reindexdb,vacuumdb,clusterdb,pg_upgrade,mysqlimport,mysqlshow,mongodump,mongoexport,mongotop,mongostat,clickhouse,clickhouse-server,datasette,dbt,flyway,liquibase,alembic,prisma,sqlx,goose,migrate,dbmate,atlas,redis-benchmark,redis-sentinel,valkey-server | C | t* | --version! --help! -l -f:w -o:w
mongorestore,mongoimport | C | t* | --drop^D --file:r --uri: -d: -c: --db: --collection: --mode: --version! --help!
pg_restore            | C | t* | -l! --list! --version! -V! -c^D --clean^D -d: -f:w
createuser            | D | t* | --version!
mysqldump             | C | t* | --version! -V! -r:w --result-file:w
pg_ctl                | D | sub | --version! -V! -D:l -l:w -w -W -s -t: --pgdata:l --log:w --wait --no-wait --silent --timeout:
pg_ctl start          | C | - | -D:l -l:w --log:w -w -W -s -t: --pgdata:l --wait --no-wait --silent --timeout: -o:^D --options:^D -p:x^D -c
pg_ctl status         | S | - | -D:l --pgdata:l
twine,flit            | C | sub | --version! --help!
twine upload          | D | t* |
twine check           | S | r* | --strict
gh                    | C | sub | --version! --help! -R: --repo:
gh api                | C | t* | -X:^C --method:^C -f: -F: -H: --jq: -q: -t: --paginate --cache: --hostname: --input:r
gh completion,gh help,gh version,gh alias list,gh config list,gh config get,gh extension list,gh environment | S | t* | -s: --shell: -h:
gh config             | C | sub |
glab repo,glab mr,glab issue,glab ci,glab release,glab variable,glab auth,glab ssh-key,glab alias,glab config,glab token | C | sub |
glab repo delete,glab repo archive,glab mr delete,glab issue delete,glab release delete,glab variable set,glab variable delete,glab auth login,glab ssh-key add,glab ssh-key delete,glab token create,glab alias set | D | t* |
hub delete            | D | t* |
docker image tree,docker container port,docker compose stats,docker compose volumes,docker image exists,docker container exists,docker pod ls,docker pod ps,docker pod inspect,docker pod logs,docker pod top,docker pod stats,docker buildx ls,docker help,docker compose help,docker context list | S | t* | -aqfnt -p --format: --filter: --no-trunc --all --quiet --no-stream --tail: --follow
docker pod            | S | sub |
docker pod rm,docker pod kill,docker pod prune,docker machine rm,docker machine reset,docker system reset,docker unshare | D | t* |
docker machine        | C | sub |
docker machine list,docker machine ls,docker machine info,docker machine inspect | S | t* | -q --format:
buildah,skopeo,crictl,ko,img,kaniko | C | sub | --version! --help! --debug
buildah images,buildah containers,buildah version,buildah info,skopeo help | S | t* | -a -q --format:
crictl rm,crictl rmi,crictl rmp,buildah rm,buildah rmi,skopeo delete,skopeo login,buildah prune | D | t* |
lxc,incus,virsh,virt-install,VBoxManage,vboxmanage,qm,pct,pvesh,xl,vmrun,prlctl,qemu-img,qemu-system-x86_64 | C | sub | --version! --help! -c:^C --connect:^C
lxc list,lxc info,lxc version,incus list,incus info,incus version,virsh list,virsh dominfo,virsh domstate,virsh version,virsh nodeinfo,virsh net-list,virsh pool-list,virsh vol-list,virsh domblklist,virsh domiflist,virsh snapshot-list,virsh help,VBoxManage list,VBoxManage showvminfo,vboxmanage list,vboxmanage showvminfo,qm list,qm status,qm config,pct list,pct status,pct config,prlctl list,vmrun list | S | t* | --all --inactive --title -a -f: --format: --machinereadable -c:
qemu-img info,qemu-img check,qemu-img map | S | l* | -f: --output: -U --force-share --backing-chain
lxc delete,incus delete,virsh destroy,virsh undefine,virsh vol-delete,virsh pool-destroy,virsh pool-delete,virsh snapshot-delete,virsh snapshot-revert,virsh shutdown,virsh reboot,VBoxManage unregistervm,VBoxManage controlvm,VBoxManage closemedium,vboxmanage unregistervm,vboxmanage controlvm,qm destroy,qm stop,qm shutdown,pct destroy,pct stop,qm rollback | D | t* |
timeshift,borg,restic,duplicity,kopia,rdiff-backup,bacula,zbackup | C | sub | --version! --help! -r: --repo:
restic version,rclone listremotes,rclone version | S | t* | -v --json --short --last: --format: -r: --repo:
borg delete,borg prune,borg compact,restic forget,restic prune,restic key,rclone delete,rclone purge,rclone sync,rclone move,rclone config,rclone deletefile,rclone cleanup,rclone rmdir,rclone rmdirs,snapper delete,snapper undochange,snapper rollback,timeshift --delete,timeshift --restore,kopia snapshot delete,duplicity remove-older-than | D | t* |
rclone                | C | sub | --version! -V! --help! -n --dry-run -v -P --config:r^C
supervisorctl,pm2,circusctl,monit,sv,runit,s6-rc,launchd | C | sub | --version! --help!
supervisorctl status,supervisorctl avail,supervisorctl pid,supervisorctl version,pm2 list,pm2 ls,pm2 status,pm2 show,pm2 describe,pm2 info,pm2 logs,pm2 monit,pm2 jlist,pm2 prettylist,monit status,monit summary,sv status | S | t* | --lines: --nostream --raw --err --out
rc-status             | S | t* | -alsruc --all --list --servicelist -m -S --crashed --runlevel --manual --supervised --unused --format: --nocolor --help --version
pm2 delete,pm2 kill,pm2 stop,pm2 startup,pm2 unstartup,pm2 flush,pm2 restart,supervisorctl stop,supervisorctl shutdown,supervisorctl restart,supervisorctl remove,sv down,sv stop,sv restart,rc-service,rc-update | D | t* |
certbot,acme.sh,step,cfssl,easyrsa,keytool | C | sub | --version! --help!
certbot certificates  | C | t* |
certbot delete,certbot revoke,step ca,keytool -delete | D | t* |
keytool -list,keytool -printcert,keytool -printcrl,keytool -help | S | t* -long | -v -rfc -alias: -keystore:l -storetype: -file:r -cacerts -storepass:^D
openssl x509,openssl crl,openssl req,openssl verify,openssl ciphers,openssl rand,openssl version,openssl list,openssl prime,openssl errstr,openssl help,openssl pkcs7,openssl crl2pkcs7 | S | t* -long | -in: -inform: -noout -text -subject -issuer -dates -enddate -startdate -serial -fingerprint -sha1 -sha256 -sha384 -sha512 -md5 -pubkey -modulus -hash -subject_hash -issuer_hash -ocsp_uri -ocspid -email -purpose -nameopt: -certopt: -ext: -checkend: -checkhost: -checkip: -checkemail: -alias -outform: -CAfile: -CApath: -untrusted: -trusted: -verbose -show_chain -partial_chain -no-CAfile -crl_check -verify_hostname: -purpose: -verify -lastupdate -nextupdate -crlnumber -v -V -s -tls1_2 -tls1_3 -stdname -hex -base64 -a -b -d -e -p -o -f -r -strparse: -offset: -length: -i -dump -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -commands -providers -disabled -public-key-algorithms -print_certs -print -checks: -generate^C -bits: -out:m^C -key:l^C -new^C -newkey:^C -x509^C -signkey:l^C -CA:r^C -CAkey:l^C -CAcreateserial^C -CAserial:w^C -days:^C -subj:^C -nodes^C -noenc^C -sha512 -set_serial:^C -config:r^C -extfile:r^C -extensions:^C -addext:^C -batch^C -passout:^C -req^C -writerand:w^C -engine:x^D -provider:^D -provider-path:^D -passin:^D -keyout:m^C
openssl asn1parse     | S | - -long | -in:r -inform: -i -dump -strparse: -offset: -length: -noout -out:m^C
openssl s_client      | C | t* -long | -connect: -servername: -showcerts -starttls: -tls1_2 -tls1_3 -CAfile: -cert:r -key:r -engine:x^D -keylogfile:w
gpg,gpg2              | C | r* | --list-keys! -k! --list-public-keys! --list-sigs! --fingerprint! --list-packets! --list-config! --print-md:! --show-keys! --check-sigs! --with-colons --keyid-format: --with-fingerprint --with-subkey-fingerprint --verify! --armor -a -e -s -d -r: -u: --export --import -o:w^C --output:w^C --list-secret-keys! -K! --homedir:l^C --export-secret-keys^D --export-secret-subkeys^D --export-ssh-key^C --delete-secret-keys^D --delete-keys^D --delete-secret-and-public-keys^D --agent-program:x^D --gpg-program:x^D --photo-viewer:c^D
age,rage              | C | r* | -d^D --decrypt^D -i:r --identity:r -o:w --output:w -r: -R:r -p -e -a --recipient: --recipients-file:r --version! --help!
ssh-keygen            | C | t* | -l! -lf:! -lvf:! -F:! -B! -f:m -y^D -D:x^D -R: -E: -v -t: -b: -N: -C: -Y:^C -p^C -H^C
ssh-keyscan,sslscan,testssl.sh,testssl,subfinder,amass,whatweb,drill,delv,doggo,dog,zonemaster-cli,iperf,iperf3,speedtest,speedtest-cli,fping,hping3,arping,nbtscan,ab,wrk,hey,vegeta,k6,locust,siege,bombardier,oha,grpcurl,evans,websocat,wscat,http,https,xh,xhs,curlie,hurl,newman,tcptraceroute,lft,snmpwalk,snmpget,ldapsearch,smbclient,rpcinfo,showmount,avahi-browse,dns-sd | C | t* | --version! -v --help! -f:r -o:w
pg_ctl init,pg_ctl initdb | C | - | -D:l --pgdata:l -s --silent -o:^D --options:^D
mkcert                | C | t* -long | -install^D -uninstall^D -CAROOT! -version! -help! --help! --version! -cert-file:m -key-file:m -p12-file:m -client -ecdsa -pkcs12 -csr:r
ctr                   | C | sub | --version! --help! --debug -n: --namespace: -a:^C --address:^C
ctr images,ctr image,ctr i,ctr containers,ctr container,ctr c,ctr tasks,ctr task,ctr t,ctr namespaces,ctr namespace,ctr snapshots | C | sub | -n: --namespace:
ctr images list,ctr images ls,ctr image ls,ctr i ls,ctr containers list,ctr containers ls,ctr container ls,ctr c ls,ctr containers info,ctr tasks list,ctr tasks ls,ctr task ls,ctr t ls,ctr namespaces ls,ctr snapshots ls,ctr version | S | t* | -q --quiet
ctr images delete,ctr images remove,ctr images rm,ctr image rm,ctr i rm,ctr images prune,ctr containers delete,ctr containers rm,ctr container rm,ctr c rm,ctr tasks delete,ctr tasks kill,ctr tasks rm,ctr task kill,ctr task rm,ctr t kill,ctr t rm,ctr namespaces rm,ctr snapshots rm | D | t* |
snapper               | C | sub | -c: --config: -t: --table-style: -q --quiet -v --verbose --no-dbus --iso --utc --version! --help! --jsonout --csvout
snapper list,snapper list-configs,snapper status,snapper get-config,snapper ls,snapper diff | S | t* | -t: -a --type: --all-configs --columns: --disable-used-space -i -x:
snapper create-config,snapper delete-config,snapper set-config,snapper rm,snapper remove,snapper cleanup,snapper modify | D | t* |
tarsnap               | C | r* | -d^D --nuke^D --keyfile:r --cachedir:w --list-archives --print-stats --fsck^D -f: -C:l --version! --help! --configfile:r^C
rabbitmqctl           | C | sub | -n: --node: -q --quiet -s --silent -l --longnames -t: --timeout: --formatter: --version! --help!
rabbitmqctl stop,rabbitmqctl shutdown,rabbitmqctl clear_permissions,rabbitmqctl set_user_tags,rabbitmqctl forget_cluster_node,rabbitmqctl clear_password,rabbitmqctl delete_vhost,rabbitmqctl delete_user,rabbitmqctl eval,rabbitmqctl stop_app,rabbitmqctl reset,rabbitmqctl force_reset,rabbitmqctl delete_queue,rabbitmqctl purge_queue,rabbitmqctl change_password,rabbitmqctl add_user,rabbitmqctl set_permissions,rabbitmqctl set_topic_permissions,rabbitmqctl clear_topic_permissions,rabbitmqctl authenticate_user,rabbitmqctl clear_policy,rabbitmqctl close_connection,rabbitmqctl close_all_connections | D | t* |
etcdctl user,etcdctl role,etcdctl auth,etcdctl defrag,etcdctl member | D | t* |
vault init,vault unseal,vault seal,vault auth,vault secrets,vault lease,vault unwrap,vault audit,vault server,vault agent,vault list,vault plugin | D | t* |
crictl images,crictl img,crictl image,crictl ps,crictl pods,crictl inspect,crictl inspecti,crictl inspectp,crictl logs,crictl stats,crictl statsp,crictl info,crictl version | S | t* | -aqfo: --all --quiet --follow --tail: --output: --name: --state: --since: --timestamps -t -p -n: --no-trunc --digests --verbose -v --label:
kind get              | S | sub |
kind get clusters,kind get nodes | S | t* | -A --all-clusters --name: -q
terraform providers   | S | sub -long | -test-directory:
terraform providers schema | C | t* -long |
nomad node,nomad alloc,nomad deployment,nomad namespace,nomad var | C | sub |
`;
